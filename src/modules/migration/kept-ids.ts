import type { CallRoute } from '../../kernel/demo.ts';

/** Lists of records that an empty shop does not have; those of an installation are not among them. */
const lists = [
  { name: 'products', service: 'catalogProductRepositoryV1' },
  {
    name: 'categories',
    service: 'catalogCategoryListV1',
    filter: { field: 'level', value: '1', condition_type: 'gt' },
  },
  { name: 'customers', service: 'customerCustomerRepositoryV1' },
  { name: 'orders', service: 'salesOrderRepositoryV1' },
] as const;

/** Throws unless the shop is empty: only there can all records of another shop keep their ids. */
export async function requireEmptyShop(route: CallRoute): Promise<void> {
  const found: string[] = [];
  for (const { name, service, ...more } of lists) {
    const filters = 'filter' in more ? [{ filters: [more.filter] }] : [];
    const { total_count } = await route<{ total_count: number }>(service, 'getList', {
      searchCriteria: { filter_groups: filters, page_size: 1, current_page: 1 },
    });
    if (total_count > 0) found.push(`${total_count} ${name}`);
  }
  if (found.length > 0) {
    throw new Error(`--keep-ids needs an empty shop: this one has ${found.join(', ')}`);
  }
}
