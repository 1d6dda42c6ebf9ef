import type { Call } from '../../../kernel/call.ts';
import { elementAt } from '../../../kernel/lists.ts';
import type { Out } from '../../../kernel/types.ts';
import { inIds } from '../../../storage/sql.ts';
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
  const companies = await companyCounts(call);
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

/** Numbers of companies by customer group. */
async function companyCounts({ db }: Call): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('company')
    .select(['customer_group_id', (eb) => eb.fn.countAll<number | string>().as('count')])
    .groupBy('customer_group_id')
    .execute();
  return new Map(rows.map(({ customer_group_id, count }) => [customer_group_id, Number(count)]));
}

/** Categories with the names of those above them, in the order of the names; two queries for any number. */
async function namedCategories(call: Call, ids: readonly number[]) {
  const own = await readCategories(call, ids);
  const above = await readCategories(call, [...new Set(own.flatMap(({ path }) => pathIds(path)))]);
  const names = new Map(above.map(({ id, level, name }) => [id, level > ROOT_LEVEL ? (name ?? '') : '']));
  return own
    .map(({ id, name, path }) => {
      const trail = pathIds(path).flatMap((one) => names.get(one) || []);
      return { id, name: trail.join(' / ') || (name ?? String(id)) };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

/** Level of the root categories of stores, whose names are the same for all categories below them. */
const ROOT_LEVEL = 1;

const pathIds = (path: string): number[] => path.split('/').map(Number);

function readCategories({ db }: Call, ids: readonly number[]) {
  return db.selectFrom('category').select(['id', 'name', 'path', 'level']).where(inIds('id', ids)).execute();
}
