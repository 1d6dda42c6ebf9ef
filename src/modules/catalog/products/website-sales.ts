import { sql, type RawBuilder } from 'kysely';
import type { Call, Scope } from '../../../kernel/call.ts';
import type { Migration } from '../../../kernel/module.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import { insertRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';

/**
 * Price and salability of a composite product on a website, where one of them differs from the values that lists use
 * otherwise: its components may be enabled, assigned or in stock on some of its websites only.
 */
interface WebsiteSaleTable {
  website_id: number;
  product_id: number;
  charged_price: number;
  is_salable: number;
}

declare module '../../../kernel/merged-types.ts' {
  interface Tables {
    catalog_product_website_sale: WebsiteSaleTable;
  }
}

/** Adds prices and salability of composite products by website. These are due: the server computes them. */
export const websiteSaleMigration: Migration = {
  name: '015-website-sales',
  async up(db, { decimal }) {
    await db.schema
      .createTable('catalog_product_website_sale')
      .addColumn('website_id', 'integer', (column) => column.notNull())
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addColumn('charged_price', sql.raw(decimal), (column) => column.notNull())
      .addColumn('is_salable', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('catalog_product_website_sale_key', ['product_id', 'website_id'])
      .execute();
    await db.schema
      .createIndex('catalog_product_website_sale_website')
      .on('catalog_product_website_sale')
      .column('website_id')
      .execute();
    await sql`update catalog_product set charged_until = ''
      where type_id in ('configurable', 'bundle', 'grouped')`.execute(db);
  },
};

/** Ids of the websites on which some product has a price or salability of its own. */
export type WebsitesWithSales = ReadonlySet<number>;

/** Loads these websites, for the cache. */
export async function loadWebsitesWithSales(call: Call): Promise<WebsitesWithSales> {
  const rows = await call.db.selectFrom('catalog_product_website_sale').select('website_id').distinct().execute();
  return new Set(rows.map((row) => row.website_id));
}

/** Whether some product has a price or salability of its own on the call's website. */
export function hasWebsiteSales(call: Call): boolean {
  return call.services.availability.websitesWithSales.current.has(call.scope.websiteId);
}

/** The price of product `p` for visitors; lists by price are sorted by it. */
export const chargedPrice = 'p.charged_price';

/**
 * The price of product `p` for visitors of the call's website: `chargedPrice` itself where no product has another price
 * there.
 */
export function chargedPriceIn(call: Call): typeof chargedPrice | RawBuilder<never> {
  if (!hasWebsiteSales(call)) return chargedPrice;
  return sql<never>`coalesce((select ws.charged_price from catalog_product_website_sale ws
    where ws.product_id = p.id and ws.website_id = ${call.scope.websiteId}), p.charged_price)`;
}

/** Whether product `p` can be sold on the call's website. `otherwise`: the condition for products without an exception. */
export function soldOnWebsite(call: Call, otherwise: SqlTruth): SqlTruth {
  if (!hasWebsiteSales(call)) return otherwise;
  return sql`coalesce((select ws.is_salable from catalog_product_website_sale ws
    where ws.product_id = p.id and ws.website_id = ${call.scope.websiteId}), case when ${otherwise} then 1 else 0 end) = 1`;
}

/** The scopes of all websites, each by its default store view: the default website's first, then by id. */
export function websiteScopes(call: Call): Scope[] {
  const { store } = call.services;
  const first = store.defaultStoreView().website_id;
  const ids = store.websites().flatMap(({ id }) => (id === 0 || id === first ? [] : [id]));
  return [first, ...ids].flatMap((id) => store.scopeOfWebsite(id) ?? []);
}

/** Replaces the website-specific sales data of products. */
export async function writeWebsiteSales(
  call: Call,
  productIds: readonly number[],
  rows: readonly WebsiteSaleTable[],
): Promise<void> {
  const { websitesWithSales } = call.services.availability;
  const known = await websitesWithSales.get(call);
  if (known.size === 0 && rows.length === 0) return;
  await call.db.deleteFrom('catalog_product_website_sale').where(inIds('product_id', productIds)).execute();
  await insertRows(call.db, 'catalog_product_website_sale', rows);
  const now = await loadWebsitesWithSales(call);
  if (now.size !== known.size || [...now].some((id) => !known.has(id))) await websitesWithSales.invalidate(call);
}
