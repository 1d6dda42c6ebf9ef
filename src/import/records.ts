import { setImmediate as nextTurn } from 'node:timers/promises';
import { admitTrusted } from '../execution/admit.ts';
import { decode } from '../execution/decode.ts';
import { performWithin } from '../execution/life.ts';
import { planOf } from '../execution/plan.ts';
import type { Call } from '../kernel/call.ts';
import { PlatformError } from '../kernel/errors.ts';
import type { Platform } from '../kernel/platform.ts';

/** A record as on the wire, not yet checked. */
type RawRecord = Readonly<Record<string, unknown>>;

/** A record that was not imported, and why. */
interface RefusedRecord {
  /** What the record is called by: a product's SKU, say. */
  readonly name: string;
  readonly reason: string;
}

/** Records in one transaction: a commit costs more than a record. */
const BATCH = 100;

/**
 * Creates or updates records with global values by the route that `imports` such records, as a POST of each would. Records are taken
 * a hundred at a time, so that any number may come; `onDone` is told how many were looked at since the last time, and which of them
 * were refused. A record that is refused changes nothing and does not stop the others.
 */
export async function importRecords(
  platform: Platform,
  kind: string,
  records: Iterable<RawRecord> | AsyncIterable<RawRecord>,
  onDone: (count: number, refused: readonly RefusedRecord[]) => void,
): Promise<void> {
  const save = savingOf(platform, kind);
  let batch: RawRecord[] = [];
  const flush = async (): Promise<void> => {
    const taken = batch;
    batch = [];
    if (taken.length > 0) onDone(taken.length, await save(taken));
    // SQLite answers at once: without a pause nothing else would get its turn, such as the drawing of a progress bar.
    await nextTurn();
  };
  for await (const record of records) {
    batch.push(record);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

/** What saves records in one transaction, and gives those that were refused. */
function savingOf(platform: Platform, kind: string): (records: readonly RawRecord[]) => Promise<RefusedRecord[]> {
  const { registry } = platform;
  const registered = registry.routes.find(({ route }) => route.imports?.kind === kind);
  if (!registered?.route.imports) throw new Error(`no module imports ${kind}`);
  const { argument, key } = registered.route.imports;
  const admitted = admitTrusted(platform, planOf(registry, registered));
  const saveOne = async (inside: Call, record: RawRecord): Promise<void> => {
    const input = await decode(admitted, { path: {}, rest: { [argument]: record } }, 'trusted');
    await inside.savepoint((call) => performWithin({ ...admitted, call }, input, () => undefined));
  };
  return (records) =>
    admitted.call.transaction(async (inside) => {
      const refused: RefusedRecord[] = [];
      for (const record of records) {
        try {
          await saveOne(inside, record);
        } catch (error) {
          if (!(error instanceof PlatformError) || error.kind === 'retriable') throw error;
          refused.push({ name: String(record[key] ?? `(no ${key})`), reason: error.text });
        }
      }
      return refused;
    });
}
