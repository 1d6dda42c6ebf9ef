import { PlatformError } from '../../kernel/errors.ts';
import type { MigrationKind } from './kind.ts';
import type { SourceRecord } from './source/record.ts';
import type { MigrationRun } from './migration-run.ts';
import { pagesAfter } from './source/lists.ts';
import { canonicalText } from './wire.ts';

/** The outcome of the comparison of a kind. */
interface ComparedKind {
  readonly name: string;
  equal: number;
  /** Records that were not moved. */
  missing: string[];
  /** Differences, as `mug: price is 5 here, 6 in the source`. */
  different: string[];
}

/** Compares the records of kinds in both shops, and changes nothing. Kinds without comparable fields are counted alone. */
export async function compareShops(
  run: MigrationRun,
  kinds: readonly MigrationKind[],
  onKind: (compared: ComparedKind) => void,
): Promise<void> {
  for (const kind of kinds) {
    const compared: ComparedKind = { name: kind.name, equal: 0, missing: [], different: [] };
    for await (const records of recordsOf(run, kind)) await comparePage(run, kind, records, compared);
    onKind(compared);
  }
}

async function* recordsOf(run: MigrationRun, { listing }: MigrationKind): AsyncGenerator<readonly SourceRecord[]> {
  const { pageSize } = run.options;
  if ('all' in listing) {
    const records = await listing.all(run);
    for (let at = 0; at < records.length; at += pageSize) yield records.slice(at, at + pageSize);
    return;
  }
  // Whole records: those of a run may have a few fields only.
  const { query: _, ...list } = listing;
  for await (const { records } of pagesAfter(run.client, { ...list, pageSize }, 0)) yield records;
}

async function comparePage(
  run: MigrationRun,
  kind: MigrationKind,
  records: readonly SourceRecord[],
  compared: ComparedKind,
): Promise<void> {
  const moved = await run.journal.moved(run.call.db, kind.name, records.map(kind.keyOf));
  for (const record of records) {
    const name = kind.nameOf?.(record) ?? kind.keyOf(record);
    const known = moved.get(kind.keyOf(record));
    const here = known && (await readHere(run, kind, known.targetKey));
    if (!here) {
      compared.missing.push(name);
      continue;
    }
    const differences = (kind.compared?.fields ?? []).filter((field) => !isSame(record[field], here[field]));
    if (differences.length === 0) compared.equal += 1;
    for (const field of differences) {
      compared.different.push(`${name}: ${field} is ${shown(here[field])} here, ${shown(record[field])} in the source`);
    }
  }
}

/** Reads a record here; undefined if it was deleted. */
async function readHere(
  run: MigrationRun,
  { compared }: MigrationKind,
  key: string,
): Promise<SourceRecord | undefined> {
  if (!compared) return {};
  try {
    return await compared.read(run, key);
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'noSuchEntity') return undefined;
    throw error;
  }
}

/** Whether two values are equal; missing ones are empty, and numbers may be texts. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): unknown => (value === null || value === undefined || value === '' ? 0 : value);
  const [left, right] = [plain(a), plain(b)];
  if (typeof left === 'number' || typeof right === 'number') return Number(left) === Number(right);
  return canonicalText(left) === canonicalText(right);
}

function shown(value: unknown): string {
  return canonicalText(value).slice(0, 80);
}
