import { objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import type { SourceClient } from './client.ts';
import { orNone } from './errors.ts';
import type { SourceRecord } from './record.ts';

/** A condition on a field of a list. */
export interface SourceFilter {
  readonly field: string;
  readonly value: string;
  /** Default: `eq`. */
  readonly condition?: 'eq' | 'neq' | 'gt' | 'gteq' | 'in' | 'nin';
}

/** The query of search criteria: all filters must hold. */
function criteriaQuery(
  filters: readonly SourceFilter[],
  { sort, pageSize, page }: { readonly sort?: string | undefined; readonly pageSize: number; readonly page?: number },
): string {
  const query = new URLSearchParams();
  for (const [group, { field, value, condition = 'eq' }] of filters.entries()) {
    const name = `searchCriteria[filter_groups][${group}][filters][0]`;
    query.set(`${name}[field]`, field);
    query.set(`${name}[value]`, value);
    query.set(`${name}[condition_type]`, condition);
  }
  if (sort) {
    query.set('searchCriteria[sortOrders][0][field]', sort);
    query.set('searchCriteria[sortOrders][0][direction]', 'ASC');
  }
  query.set('searchCriteria[pageSize]', String(pageSize));
  if (page !== undefined) query.set('searchCriteria[currentPage]', String(page));
  return query.toString();
}

/** A list of the source whose records have ascending ids. */
export interface IdList {
  readonly path: string;
  /** Name of the id in filters. */
  readonly filterField: string;
  /** Name of the id in records. */
  readonly idField: string;
  readonly filters?: readonly SourceFilter[];
  readonly pageSize: number;
  readonly storeCode?: string;
  /** Additional query, such as `fields=…`. */
  readonly query?: string;
  /** Whether a source without the list has no such records; otherwise its response is thrown. */
  readonly isOptional?: boolean;
}

/** A page of records with the id of its last one. */
interface IdPage {
  readonly records: readonly SourceRecord[];
  readonly lastId: number;
  /** Records of the list that come after this page. */
  readonly left: number;
}

/** The pages of a list in the order of ids, from one id on. Records that are added or deleted meanwhile shift no page. */
export async function* pagesAfter(client: SourceClient, list: IdList, afterId: number): AsyncGenerator<IdPage> {
  const { path, filterField, idField, filters = [], pageSize, storeCode, query, isOptional = false } = list;
  let lastId = afterId;
  for (;;) {
    const all = [...filters, { field: filterField, value: String(lastId), condition: 'gt' as const }];
    const criteria = criteriaQuery(all, { sort: filterField, pageSize });
    const reading = client.get(path, query ? `${criteria}&${query}` : criteria, storeCode);
    const response = objectOf(isOptional ? await orNone(reading) : await reading);
    const records = objectsOf(response['items']);
    const ids = records.map((one) => Number(one[idField])).filter((id) => id > lastId);
    if (ids.length === 0) return;
    lastId = Math.max(...ids);
    yield { records, lastId, left: Math.max(0, Number(response['total_count'] ?? 0) - records.length) };
    if (records.length < pageSize) return;
  }
}

/** All records of a short list, by page numbers. */
export async function readAll(
  client: SourceClient,
  path: string,
  {
    filters = [],
    sort,
    storeCode,
  }: { readonly filters?: readonly SourceFilter[]; readonly sort?: string; readonly storeCode?: string } = {},
): Promise<SourceRecord[]> {
  const pageSize = 100;
  const records: SourceRecord[] = [];
  for (let page = 1; ; page++) {
    const query = criteriaQuery(filters, { sort, pageSize, page });
    const response = objectOf(await client.get(path, query, storeCode));
    const items = objectsOf(response['items']);
    records.push(...items);
    // Beyond the end, the reference repeats its last page.
    if (items.length < pageSize || records.length >= Number(response['total_count'])) return records;
  }
}

/** Records of a list whose `field` is one of the values, in requests of bounded length. */
export async function readAmong(
  client: SourceClient,
  path: string,
  field: string,
  values: readonly string[],
  more: { readonly filters?: readonly SourceFilter[]; readonly storeCode?: string } = {},
): Promise<SourceRecord[]> {
  const records: SourceRecord[] = [];
  for (let at = 0; at < values.length; at += 50) {
    const value = values.slice(at, at + 50).join(',');
    const filters = [...(more.filters ?? []), { field, value, condition: 'in' as const }];
    records.push(...(await readAll(client, path, { ...more, filters })));
  }
  return records;
}
