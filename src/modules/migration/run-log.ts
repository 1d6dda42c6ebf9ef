import type { Call, Database } from '../../kernel/call.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { errorMessage } from '../../kernel/thrown.ts';
import { formatTime } from '../../kernel/time.ts';
import { insertRows } from '../../storage/rows.ts';
import type { MigrationPart } from './kind.ts';
import type { KindCounts, MigrationRun } from './migration-run.ts';

/** Milliseconds between two writes of a run's counts, with its sign of life. */
const WRITE_INTERVAL = 2000;
/** Number of runs that are stored; older ones are deleted. */
const STORED_RUNS = 100;
/** Longest stored error of a run, in characters. */
const LONGEST_ERROR = 1000;

/** Logs a run in the database while `work` does it: its counts every few seconds, and its end. A dry run writes nothing. */
export async function logRun(
  run: MigrationRun,
  parts: ReadonlySet<MigrationPart> | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (run.options.isTrial) return work();
  const { call, counts } = run;
  const id = await beginRun(call, run.journal.sourceId, parts);
  const written = new Map<string, string>();
  const writing = startRepeating({
    interval: WRITE_INTERVAL,
    pausesFirst: true,
    turn: () => writeRun(call, id, counts, written),
    // The next write has the same counts, and the last one reports its error.
    failed: () => {},
  });
  try {
    await work();
  } catch (error) {
    await writing.stop();
    // The error of the run is the one to report, even if its cause prevents this write as well.
    await writeRun(call, id, counts, written, { error: errorMessage(error) }).catch(() => {});
    throw error;
  }
  await writing.stop();
  await writeRun(call, id, counts, written, { error: null });
}

function beginRun(call: Call, sourceId: number, parts: ReadonlySet<MigrationPart> | undefined): Promise<number> {
  return call.transaction(async ({ db, clock }) => {
    const now = formatTime(clock.now());
    const row = { source_id: sourceId, parts: parts ? [...parts].join(',') : null, began_at: now, alive_at: now };
    const [entered] = await insertRows(db, 'migration_run', [row], { returning: ['id'] });
    if (!entered) throw new Error('the run was not entered');
    await deleteOldRuns(db);
    return entered.id;
  });
}

async function deleteOldRuns(db: Database): Promise<void> {
  const newest = await db
    .selectFrom('migration_run')
    .select('id')
    .orderBy('id', 'desc')
    .offset(STORED_RUNS)
    .limit(1)
    .executeTakeFirst();
  if (!newest) return;
  await db.deleteFrom('migration_run_kind').where('run_id', '<=', newest.id).execute();
  await db.deleteFrom('migration_run').where('id', '<=', newest.id).execute();
}

/** Writes the sign of life of a run, the counts that differ from the written ones, and the end if there is one. */
async function writeRun(
  call: Call,
  runId: number,
  counts: ReadonlyMap<string, KindCounts>,
  written: Map<string, string>,
  end?: { readonly error: string | null },
): Promise<void> {
  const rows = [...counts].map(([kind, { created, changed, unchanged, refused, total = null }], position) => ({
    run_id: runId,
    kind,
    position,
    created,
    changed,
    unchanged,
    refused,
    total,
  }));
  const differing = rows.filter((row) => written.get(row.kind) !== JSON.stringify(row));
  await call.transaction(async ({ db, clock }) => {
    const now = formatTime(clock.now());
    const ended = end ? { ended_at: now, error: end.error?.slice(0, LONGEST_ERROR) ?? null } : {};
    await db
      .updateTable('migration_run')
      .set({ alive_at: now, ...ended })
      .where('id', '=', runId)
      .execute();
    const update = ['position', 'created', 'changed', 'unchanged', 'refused', 'total'] as const;
    await insertRows(db, 'migration_run_kind', differing, { onConflict: { key: ['run_id', 'kind'], update } });
  });
  for (const row of differing) written.set(row.kind, JSON.stringify(row));
}
