import type { RawCriteria } from '../../../client/src/index.ts';
import { download } from '../download.ts';
import { csvOf } from '../pages/csv.ts';
import { useSession } from '../session.ts';
import { OutcomeOf, useAction } from './action.tsx';
import type { RecordListProperties } from './record-list.tsx';

/** Records that one call of an export reads. */
const BATCH = 200;

/** Exports all records that a list finds, on every page, as CSV. */
export function ListExport<T>({ list, criteria }: { list: RecordListProperties<T>; criteria: RawCriteria }) {
  const { shop } = useSession();
  const { outcome, isBusy, run } = useAction();
  const save = async (): Promise<string> => {
    const rows: T[] = [];
    for (let page = 1; ; page += 1) {
      const { items, total_count: total = 0 } = await list.list(shop, {
        ...criteria,
        page_size: BATCH,
        current_page: page,
      });
      rows.push(...items);
      if (items.length < BATCH || rows.length >= total) break;
    }
    const records = rows.map((row) =>
      Object.fromEntries(
        [...list.columns, ...(list.exported ?? [])].flatMap(({ title, value }) =>
          value ? [[title, value(row) ?? '']] : [],
        ),
      ),
    );
    download(`${list.name}.csv`, 'text/csv', csvOf(records));
    return `${rows.length} ${rows.length === 1 ? list.noun[0] : list.noun[1]} exported.`;
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void run(save)}>
        Export CSV
      </button>
      <OutcomeOf outcome={outcome} />
    </>
  );
}
