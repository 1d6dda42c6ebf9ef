import { elementAt } from '../../kernel/lists.ts';
import { recordError } from './source/errors.ts';
import type { SourceRecord } from './source/record.ts';

/** Works on items, at most `width` at once; the results are in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(elementAt(items, at));
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}

/** Completes records, at most `width` at once. One that the source cannot show is the error, and does not stop the others. */
export function completeEach(
  records: readonly SourceRecord[],
  width: number,
  complete: (record: SourceRecord) => Promise<SourceRecord>,
): Promise<(SourceRecord | Error)[]> {
  return inParallel(records, width, (record) => complete(record).catch(recordError));
}
