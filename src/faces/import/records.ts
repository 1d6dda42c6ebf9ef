import { setImmediate as nextTurn } from 'node:timers/promises';
import { admitTrusted } from '../../platform/execution/admit.ts';
import { decode } from '../../platform/execution/decode.ts';
import { attemptTogether, groupsOf, newGroupSize } from '../../platform/execution/groups.ts';
import { performWithin } from '../../platform/execution/life.ts';
import { planOf, type DecodedInput } from '../../platform/execution/plan.ts';
import type { Call, Scope } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { tryOut } from '../../kernel/undo.ts';
import type { Platform } from '../../kernel/platform.ts';
import { anyText } from '../../kernel/any-text.ts';
import { entityKey } from '../../platform/operation-queue/entity-key.ts';

/** The outcome of a transaction of an import. */
interface ImportedBatch {
  /** Records that were looked at. */
  readonly count: number;
  /** Records that did not exist before. */
  readonly created: number;
  readonly refused: readonly RefusedRecord[];
}

/** A record as on the wire, not yet checked. */
type RawRecord = Readonly<Record<string, unknown>>;

/** A record that was not imported, and why. */
interface RefusedRecord {
  /** Name of the record in messages, such as a product's SKU. */
  readonly name: string;
  /** Its place among all records, from 0. */
  readonly position: number;
  readonly reason: string;
}

/** A record with its place among the records of its transaction, from 0. */
interface PlacedRecord {
  readonly record: RawRecord;
  readonly position: number;
}

/** A record with the arguments of the route that saves it. */
interface Arrived extends PlacedRecord {
  readonly input: DecodedInput;
}

/** Records in one transaction: a commit costs more than a record. */
const BATCH = 128;

/**
 * Creates or updates records with values of `scope`, global ones by default, by the route that `imports` such records, with the outcome that a POST of each would
 * have, one after another. Any number may come; `onDone` gets the outcome of each transaction. A record that is refused changes nothing and does not stop the others. A trial undoes everything at its end.
 */
export async function importRecords(
  platform: Platform,
  kind: string,
  records: Iterable<RawRecord> | AsyncIterable<RawRecord>,
  onDone: (batch: ImportedBatch) => void,
  { scope, isTrial = false }: { readonly scope?: Scope | undefined; readonly isTrial?: boolean } = {},
): Promise<void> {
  const { call, save } = savingOf(platform, kind, scope);
  if (!isTrial) return await importAll(save, call, records, onDone);
  await tryOut(call, (inside) => importAll(save, inside, records, onDone));
}

type SaveRecords = (call: Call, records: readonly RawRecord[]) => Promise<Omit<ImportedBatch, 'count'>>;

async function importAll(
  save: SaveRecords,
  call: Call,
  records: Iterable<RawRecord> | AsyncIterable<RawRecord>,
  onDone: (batch: ImportedBatch) => void,
): Promise<void> {
  let position = 0;
  let batch: RawRecord[] = [];
  const flush = async (): Promise<void> => {
    const current = batch;
    batch = [];
    if (current.length > 0) {
      const { created, refused } = await save(call, current);
      onDone({
        count: current.length,
        created,
        refused: refused.map(({ name, position: at, reason }) => ({ name, position: position + at, reason })),
      });
      position += current.length;
    }
    // SQLite answers at once: without a pause nothing else would get its turn, such as the drawing of a progress bar.
    await nextTurn();
  };
  for await (const record of records) {
    batch.push(record);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

/** Returns the call of an import, and a function that saves records in one transaction and returns the rejected ones. */
function savingOf(
  platform: Platform,
  kind: string,
  scope?: Scope,
): { readonly call: Call; readonly save: SaveRecords } {
  const { registry } = platform;
  const registered = registry.routes.find(({ route }) => route.imports?.kind === kind);
  if (!registered?.route.imports) throw new Error(`no module imports ${kind}`);
  const { argument, key, known } = registered.route.imports;
  const admitted = admitTrusted(platform, planOf(registry, registered), scope);
  const mayJoin = registered.route.concurrent as ((input: DecodedInput) => boolean) | undefined;
  const groupSize = newGroupSize();

  const refusal = ({ record, position }: PlacedRecord, error: unknown): RefusedRecord => {
    if (!(error instanceof PlatformError) || error.isTemporary) throw error;
    return { name: anyText(record[key] ?? `(no ${key})`), position, reason: error.text };
  };
  const decodeRecord = (record: RawRecord): Promise<DecodedInput> =>
    decode(admitted, { path: {}, rest: { [argument]: record } }, 'trusted');
  const perform = async (call: Call, { input }: Arrived): Promise<void> => {
    await performWithin({ ...admitted, call }, input, () => undefined);
  };
  const inMemory = (secret: string): string => secret;
  const joinKey = ({ input }: Arrived): string | undefined =>
    mayJoin?.(input) ? (entityKey(registered, input, inMemory) ?? undefined) : undefined;
  /** Saves records on different entities: together where that succeeds, otherwise each in a savepoint of its own. */
  const saveGroup = async (inside: Call, group: readonly Arrived[]): Promise<RefusedRecord[]> => {
    if (group.length > 1) {
      const works = group.map((one) => (call: Call) => perform(call, one));
      const isDone = (await attemptTogether(inside, works)) !== undefined;
      groupSize.learn(isDone);
      if (isDone) return [];
    }
    return eachRefused(group, refusal, (one) => inside.savepoint((call) => perform(call, one)));
  };
  const save: SaveRecords = async (outer, records) => {
    // Commands run for long, and settings change meanwhile.
    if (!outer.inTransaction) await admitted.platform.caches.refresh();
    const arrived: Arrived[] = [];
    const placed = records.map((record, position) => ({ record, position }));
    const unread = await eachRefused(placed, refusal, async (one) => {
      arrived.push({ ...one, input: await decodeRecord(one.record) });
    });
    return await outer.transaction(async (inside) => {
      const isKnown = await known(
        inside,
        arrived.map(({ record }) => anyText(record[key] ?? '')),
      );
      const refused = [...unread];
      for (const group of groupsOf(arrived, groupSize, joinKey)) refused.push(...(await saveGroup(inside, group)));
      const refusedPlaces = new Set(refused.map(({ position }) => position));
      const created = arrived.filter(({ position }, i) => !isKnown[i] && !refusedPlaces.has(position));
      return { created: created.length, refused };
    });
  };
  return { call: admitted.call, save };
}

/** Processes the items one after another; returns the results of `refuse` for those that failed. */
async function eachRefused<T>(
  items: readonly T[],
  refuse: (item: T, error: unknown) => RefusedRecord,
  work: (item: T) => Promise<void>,
): Promise<RefusedRecord[]> {
  const refused: RefusedRecord[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      refused.push(refuse(item, error));
    }
  }
  return refused;
}
