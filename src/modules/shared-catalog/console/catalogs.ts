import type { Call } from '../../../kernel/call.ts';
import { elementAt } from '../../../kernel/lists.ts';
import type { Out } from '../../../kernel/types.ts';
import { categoriesOf } from '../categories.ts';
import { requireCatalog } from '../catalogs.ts';
import { companiesOf } from '../companies.ts';
import type { SharedCatalogRow } from '../tables.ts';
import type { ConsoleCatalog, ConsoleCatalogHead } from './types.ts';

/** All catalogs with their counts, the public one first; four queries for any number. */
export async function catalogHeads(call: Call): Promise<Out<typeof ConsoleCatalogHead>[]> {
  const rows = await call.db.selectFrom('shared_catalog').selectAll().orderBy('type', 'desc').orderBy('name').execute();
  return showHeads(call, rows);
}

/** A catalog with its categories and companies. Throws 404. */
export async function showCatalogParts(call: Call, id: number): Promise<Out<typeof ConsoleCatalog>> {
  const row = await requireCatalog(call, id);
  const head = elementAt(await showHeads(call, [row]), 0);
  const companies = await call.services.company.companies(call, await companiesOf(call, id));
  return {
    ...head,
    category_list: await namedCategories(call, await categoriesOf(call, id)),
    company_list: [...companies.values()]
      .map(({ entity_id, company_name, status }) => ({ id: entity_id, name: company_name, status }))
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id),
  };
}

async function showHeads(call: Call, rows: readonly SharedCatalogRow[]): Promise<Out<typeof ConsoleCatalogHead>[]> {
  const products = await countOf(call, 'shared_catalog_product');
  const categories = await countOf(call, 'shared_catalog_category');
  const companies = await call.services.company.companiesByGroup(call);
  return rows.map(({ entity_id, name, description, type, customer_group_id, created_at }) => ({
    id: entity_id,
    name,
    description: description ?? undefined,
    type,
    customer_group_id,
    tax_class_id: call.services.customer.taxClassIdOf(customer_group_id),
    created_at,
    products: products.get(entity_id) ?? 0,
    categories: categories.get(entity_id) ?? 0,
    companies: companies.get(customer_group_id) ?? 0,
  }));
}

async function countOf(
  { db }: Call,
  table: 'shared_catalog_product' | 'shared_catalog_category',
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom(table)
    .select(['catalog_id', (eb) => eb.fn.countAll<number | string>().as('count')])
    .groupBy('catalog_id')
    .execute();
  return new Map(rows.map(({ catalog_id, count }) => [catalog_id, Number(count)]));
}

/** Categories with the names of those above them, in the order of the names. */
async function namedCategories(call: Call, ids: readonly number[]) {
  const trails = await call.services.catalog.categoryTrails(call, ids);
  return ids
    .map((id) => ({ id, name: trails.get(id)?.join(' / ') || String(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}
