import { createHash } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { elementAt } from '../../kernel/lists.ts';
import { formatTime } from '../../kernel/time.ts';
import type { MigrationFault, MovedRecord, PassState } from './journal.ts';
import { NotMoved, type MigrationKind } from './kind.ts';
import type { SourceRecord } from './source/record.ts';
import { countsOf, handledOf, noteProgress, type MigrationRun } from './migration-run.ts';
import { savingIn } from './saving.ts';
import { SourceRefusal } from './source/errors.ts';
import { pagesAfter, readAmong, type IdList } from './source/lists.ts';
import { canonicalText } from './wire.ts';

/** Margin by which the clocks of a source's servers may differ, in milliseconds. */
const MARGIN = 300_000;

/** Moves the records of a kind: goes on with an incomplete pass, or begins the next one. */
export async function moveKind(run: MigrationRun, kind: MigrationKind): Promise<void> {
  const pass = await passOf(run, kind);
  try {
    await moveRecords(run, kind, pass);
  } catch (error) {
    if (!(error instanceof SourceRefusal) || error.status === 401) throw error;
    // The pass stays open: the next run reads the rest of it.
    return noteAbsent(run, kind, error.message);
  }
  await run.call.transaction(async ({ db }) => {
    await run.journal.note(db, kind.name, ['*'], []);
    await run.journal.writePass(db, kind.name, { ...pass, since: pass.beganAt, afterId: 0, isComplete: true });
  });
}

async function moveRecords(run: MigrationRun, kind: MigrationKind, pass: PassState): Promise<void> {
  const { pageSize } = run.options;
  if (!('all' in kind.listing)) {
    const list = { pageSize, ...kind.listing };
    const failed = await failedKeys(run, kind);
    await moveList(run, kind, withSince(list, kind, run.options.since ?? pass.since), pass);
    return moveFailed(run, kind, list, failed);
  }
  const records = await kind.listing.all(run);
  for (let at = 0; at < records.length; at += pageSize) {
    await movePage(run, kind, records.slice(at, at + pageSize));
    noteProgress(run, kind.name, Math.min(at + pageSize, records.length), records.length);
  }
  await forgetVanished(run, kind, [...(await run.journal.pendingKeys(run.call.db, kind.name))], records);
}

/** Removes the faults of records that wait for another attempt, and that the source no longer lists. */
async function forgetVanished(
  run: MigrationRun,
  kind: MigrationKind,
  pending: readonly string[],
  records: readonly SourceRecord[],
): Promise<void> {
  const listed = new Set(['*', ...records.map((record) => kind.keyOf(record))]);
  const vanished = pending.filter((key) => !listed.has(key));
  if (vanished.length > 0) await run.call.transaction(({ db }) => run.journal.note(db, kind.name, vanished, []));
}

async function passOf(run: MigrationRun, kind: MigrationKind): Promise<PassState> {
  const last = await run.journal.pass(run.call.db, kind.name);
  if (last && !last.isComplete) return last;
  const beganAt = formatTime(new Date(run.client.now().getTime() - MARGIN));
  const pass = { beganAt, since: last?.since ?? null, afterId: 0, isComplete: false };
  await run.call.transaction(({ db }) => run.journal.writePass(db, kind.name, pass));
  return pass;
}

function withSince(list: IdList, { listing }: MigrationKind, since: string | null): IdList {
  const field = 'changedField' in listing ? listing.changedField : undefined;
  if (!field || since === null) return list;
  return { ...list, filters: [...(list.filters ?? []), { field, value: since, condition: 'gteq' }] };
}

async function noteAbsent(run: MigrationRun, { name }: MigrationKind, reason: string): Promise<void> {
  const fault = { kind: name, sourceKey: '*', name: `all ${name}`, reason, isMoved: false, isPending: true };
  countsOf(run, name).refused += 1;
  await run.call.transaction(({ db }) => run.journal.note(db, name, ['*'], [fault]));
}

async function moveList(run: MigrationRun, kind: MigrationKind, list: IdList, pass: PassState): Promise<void> {
  for await (const { records, lastId, left } of pagesAfter(run.client, list, pass.afterId)) {
    await movePage(run, kind, records, { ...pass, afterId: lastId });
    const handled = handledOf(run, kind.name);
    noteProgress(run, kind.name, handled, handled + left);
  }
}

/** Keys of records that an earlier run could not move as a whole. */
async function failedKeys(run: MigrationRun, kind: MigrationKind): Promise<string[]> {
  return [...(await run.journal.pendingKeys(run.call.db, kind.name))].filter((key) => /^\d+$/.test(key));
}

/** Tries records once more that an earlier run could not move, unless this one has moved them meanwhile. */
async function moveFailed(
  run: MigrationRun,
  kind: MigrationKind,
  list: IdList,
  failed: readonly string[],
): Promise<void> {
  const before = new Set(failed);
  const numbers = (await failedKeys(run, kind)).filter((key) => before.has(key));
  const records = await readAmong(run.client, list.path, list.filterField, numbers, { filters: list.filters ?? [] });
  const { pageSize } = run.options;
  for (let at = 0; at < records.length; at += pageSize) await movePage(run, kind, records.slice(at, at + pageSize));
  await forgetVanished(run, kind, numbers, records);
}

/** A record with the reason why it cannot be saved, if there is one. */
interface PlannedRecord {
  readonly key: string;
  readonly name: string;
  readonly digest: string;
  readonly record: SourceRecord;
  readonly problem: string | undefined;
}

/** Moves records in one transaction, together with the progress of the pass. */
async function movePage(
  run: MigrationRun,
  kind: MigrationKind,
  records: readonly SourceRecord[],
  pass?: PassState,
): Promise<void> {
  const completed = kind.complete ? await kind.complete(run, records) : records;
  const planned = records.map((record, i) => plannedOf(kind, record, elementAt(completed, i)));
  const keys = planned.map(({ key }) => key);
  await run.platform.caches.refresh();
  const outcomes = await run.call.transaction(async (call) => {
    const known = await run.journal.moved(call.db, kind.name, keys);
    const pending = await run.journal.pendingKeys(call.db, kind.name, keys);
    const done = [];
    for (const one of planned) {
      const before = known.get(one.key);
      const isSame = before?.digest === one.digest && !pending.has(one.key);
      done.push(
        isSame
          ? { key: one.key, outcome: 'unchanged' as const, faults: [] }
          : await saveOne(run, call, kind, one, before),
      );
    }
    const touched = done.filter(({ outcome }) => outcome !== 'unchanged');
    await run.journal.note(
      call.db,
      kind.name,
      touched.map(({ key }) => key),
      touched.flatMap(({ faults }) => faults),
    );
    if (pass) await run.journal.writePass(call.db, kind.name, pass);
    return done.map(({ outcome }) => outcome);
  });
  const counts = countsOf(run, kind.name);
  for (const outcome of outcomes) counts[outcome] += 1;
}

function plannedOf(kind: MigrationKind, listed: SourceRecord, completed: SourceRecord | Error): PlannedRecord {
  const record = completed instanceof Error ? listed : completed;
  const key = kind.keyOf(listed);
  const { volatile = [] } = kind;
  const stable = Object.fromEntries(Object.entries(record).filter(([name]) => !volatile.includes(name)));
  return {
    key,
    name: kind.nameOf?.(listed) ?? key,
    digest: createHash('sha256').update(canonicalText(stable)).digest('base64'),
    record,
    problem: completed instanceof Error ? completed.message : undefined,
  };
}

/** Saves a record in a savepoint; a dry run only returns the outcome. */
async function saveOne(
  run: MigrationRun,
  call: Call,
  kind: MigrationKind,
  { key, name, digest, record, problem }: PlannedRecord,
  known: MovedRecord | undefined,
): Promise<{ key: string; outcome: 'created' | 'changed' | 'refused'; faults: MigrationFault[] }> {
  // Whether the next run tries again, by reason.
  const lost = new Map<string, boolean>();
  const faultOf = (reason: string, isMoved: boolean, isPending: boolean): MigrationFault => ({
    kind: kind.name,
    sourceKey: key,
    name,
    reason,
    isMoved,
    isPending,
  });
  const saved = known ? ('changed' as const) : ('created' as const);
  try {
    if (problem !== undefined) throw new NotMoved(problem);
    if (run.options.isTrial) return { key, outcome: saved, faults: [] };
    await call.savepoint(async (inside) => {
      const saving = savingIn(run, inside, {
        lose: (reason) => void lost.set(reason, false),
        postpone: (reason) => void lost.set(reason, true),
      });
      const targetKey = String(await kind.save(saving, record, known?.targetKey));
      if (run.options.keepsIds && kind.keepsIds && targetKey !== key) saving.lose(`its id here is ${targetKey}`);
      await run.journal.enter(inside.db, kind.name, [{ sourceKey: key, targetKey, digest }]);
    });
  } catch (error) {
    return { key, outcome: 'refused', faults: [faultOf(reasonOf(error), false, true)] };
  }
  return { key, outcome: saved, faults: [...lost].map(([reason, isPending]) => faultOf(reason, true, isPending)) };
}

/** The reason of a rejected record. Other errors, and temporary ones, end the run. */
function reasonOf(error: unknown): string {
  if (error instanceof NotMoved) return error.message;
  if (error instanceof PlatformError && !error.isTemporary) return error.text;
  throw error;
}
