import type { Page, RawCriteria } from '../../../client/src/index.ts';
import { textOf } from '../values.ts';
import type { RecordFields } from './entity.ts';

/** Searches, sorts and pages a list that the server returns as a whole. */
export function pageOf(records: readonly RecordFields[], criteria: RawCriteria): Page<RecordFields> {
  const {
    filter_groups: groups = [],
    sort_orders: orders = [],
    page_size: size = 20,
    current_page: page = 1,
  } = criteria;
  const found = records.filter((record) =>
    groups.every(({ filters = [] }) =>
      filters.some(({ field, value, condition_type: condition }) => {
        const [text, wanted] = [textOf(record[field ?? '']).toLowerCase(), textOf(value).toLowerCase()];
        return condition === 'like' ? text.includes(wanted.replaceAll('%', '')) : text === wanted;
      }),
    ),
  );
  const [order] = orders;
  const sorted = order?.field ? found.toSorted((a, b) => compare(a[order.field ?? ''], b[order.field ?? ''])) : found;
  if (order?.direction === 'DESC') sorted.reverse();
  return { items: sorted.slice((page - 1) * size, page * size), total_count: found.length };
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return textOf(a).localeCompare(textOf(b));
}
