import type { Client, RawCriteria } from '../../../client/src/index.ts';
import { download } from '../download.ts';
import { csvOf } from '../pages/csv.ts';
import { useSession } from '../session.ts';
import { OutcomeOf, useAction } from './action.tsx';
import type { RecordListProperties } from './record-list.tsx';
import { t } from '../texts/text.ts';
import { countText } from '../texts/format.ts';

/** Records that one call reads. */
const BATCH = 200;

/** All records that a list finds, on every page. */
export async function readAllPages<T>(
  { list }: Pick<RecordListProperties<T>, 'list'>,
  shop: Client,
  criteria: RawCriteria,
): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total_count: total = 0 } = await list(shop, { ...criteria, page_size: BATCH, current_page: page });
    rows.push(...items);
    if (items.length < BATCH || rows.length >= total) return rows;
  }
}

/** Exports all records that a list finds, on every page, as CSV. */
export function ListExport<T>({ list, criteria }: { list: RecordListProperties<T>; criteria: RawCriteria }) {
  const { shop } = useSession();
  const { outcome, isBusy, run } = useAction();
  const save = async (): Promise<string> => {
    const rows = await readAllPages(list, shop, criteria);
    const records = rows.map((row) =>
      Object.fromEntries(
        [...list.columns, ...(list.exported ?? [])].flatMap(({ title, value }) =>
          value ? [[title, value(row) ?? '']] : [],
        ),
      ),
    );
    download(`${list.name}.csv`, 'text/csv', csvOf(records));
    return t('{records} exported.', { records: countText(rows.length, list.noun) });
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void run(save)}>
        {t('Export CSV')}
      </button>
      <OutcomeOf outcome={outcome} />
    </>
  );
}
