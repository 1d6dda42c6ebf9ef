import type { Selectable } from 'kysely';
import type { Call, Tables } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { foldText } from '../../../kernel/fold.ts';
import { formatTime } from '../../../kernel/time.ts';
import { anyOf, escapeLike, fold, inIds, like } from '../../../storage/sql.ts';
import { movedText } from '../journal.ts';
import type { ShownMigration, ShownMigrationFaults } from './types.ts';

/** Milliseconds without a sign of life after which an unfinished run counts as interrupted; a large transaction may delay the sign. */
const LONGEST_SILENCE = 120_000;

/** The runs before an id, newest first. */
export async function listRuns(
  call: Call,
  { before, limit }: { readonly before?: number | null | undefined; readonly limit: number },
): Promise<ShownMigration[]> {
  const rows = await runs(call)
    .$if(before !== undefined && before !== null, (query) => query.where('r.id', '<', before ?? 0))
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
  return showRuns(call, rows);
}

/** A run. Throws 404 where there is none. */
export async function requireRun(call: Call, runId: number): Promise<ShownMigration> {
  const [shown] = await showRuns(call, await runs(call).where('r.id', '=', runId).execute());
  if (!shown) throw platformErrors.noSuchEntity({ fieldName: 'runId', fieldValue: runId });
  return shown;
}

function runs({ db }: Call) {
  return db
    .selectFrom('migration_run as r')
    .innerJoin('migration_source as s', 's.id', 'r.source_id')
    .selectAll('r')
    .select('s.address');
}

type StoredRun = Selectable<Tables['migration_run']> & { readonly address: string };

async function showRuns(call: Call, rows: readonly StoredRun[]): Promise<ShownMigration[]> {
  const kinds = await call.db
    .selectFrom('migration_run_kind')
    .selectAll()
    .where(
      inIds(
        'run_id',
        rows.map(({ id }) => id),
      ),
    )
    .orderBy('position')
    .execute();
  const byRun = Map.groupBy(kinds, ({ run_id }) => run_id);
  const silent = formatTime(new Date(call.clock.now().getTime() - LONGEST_SILENCE));
  return rows.map(({ id, address, parts, began_at, ended_at, error, alive_at }) => ({
    id,
    address,
    parts: parts?.split(',') ?? null,
    began_at,
    // Nobody writes the end of a run whose process was killed.
    ended_at: ended_at ?? (alive_at < silent ? alive_at : null),
    state: ended_at === null ? (alive_at < silent ? 'interrupted' : 'running') : error === null ? 'complete' : 'failed',
    error,
    kinds: (byRun.get(id) ?? []).map(({ kind, created, changed, unchanged, refused, total }) => ({
      kind,
      created,
      changed,
      unchanged,
      refused,
      total,
    })),
  }));
}

interface FaultFilter {
  readonly kind?: string | null | undefined;
  readonly moved?: string | null | undefined;
  readonly search?: string | null | undefined;
  readonly page: number;
  readonly size: number;
}

/** A page of the faults that the source of a run has now. Throws 404 for an unknown run, 400 for an unknown value of `moved`. */
export async function faultsOf(
  call: Call,
  runId: number,
  { kind, moved, search, page, size }: FaultFilter,
): Promise<ShownMigrationFaults> {
  const { db } = call;
  const run = await db.selectFrom('migration_run').select('source_id').where('id', '=', runId).executeTakeFirst();
  if (!run) throw platformErrors.noSuchEntity({ fieldName: 'runId', fieldValue: runId });
  const all = db.selectFrom('migration_fault').where('source_id', '=', run.source_id);
  const pattern = `%${escapeLike(foldText(search ?? ''))}%`;
  const found = all
    .$if(!!kind, (query) => query.where('kind', '=', kind ?? ''))
    .$if(!!moved, (query) => query.where('is_moved', '=', isMovedOf(moved ?? '')))
    .$if(!!search, (query) =>
      query.where(({ ref }) => anyOf([like(fold(ref('name')), pattern), like(fold(ref('reason')), pattern)])),
    );
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(['kind', 'source_key as key', 'name', 'is_moved', 'reason'])
    .orderBy('kind')
    .orderBy('source_key')
    .orderBy('reason')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const kinds = await all.select('kind').distinct().orderBy('kind').execute();
  return {
    items: rows.map(({ kind: ofKind, key, name, is_moved, reason }) => ({
      kind: ofKind,
      key,
      name,
      moved: movedText(is_moved === 1),
      reason,
    })),
    total_count: Number(total),
    kinds: kinds.map((one) => one.kind),
  };
}

function isMovedOf(text: string): 0 | 1 {
  if (text === movedText(true)) return 1;
  if (text === movedText(false)) return 0;
  throw platformErrors.invalidValue({ fieldName: 'moved', value: text });
}
