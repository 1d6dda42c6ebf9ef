import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Call, Contributions, Database } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { together } from '../../../storage/concurrent-work.ts';
import { prepared, preparedFirst, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { updateRows } from '../../../storage/rows.ts';
import { system } from '../../../kernel/system.ts';
import { hasCompositions, variantsOf, wholesQuery } from '../products/compositions.ts';
import { DUE, staysDue } from '../products/due.ts';
import { findByIds } from '../products/load.ts';
import { ownCharge, type ChargedColumns } from './own-charge.ts';
import { hasPriceRules } from './price-rules.ts';
import type { StoredProduct } from '../products/product.ts';
import { productType } from '../products/product-types.ts';
import { writeSalable } from '../availability/salable.ts';
import { chargeOnWebsites } from './website-charges.ts';
import { websiteScopes } from '../products/website-sales.ts';

const BATCH = 500;
/** How many batches a reader waits for. */
const READ_BATCHES = 10;

type PricedProduct = Pick<StoredProduct, 'type_id' | 'values' | 'tier_prices'>;

/** Attributes that a product's price depends on. */
const priceCodes = ['price', 'special_price', 'special_from_date', 'special_to_date', 'price_type'] as const;

/** The price columns of a product. They are due if they depend on other tables, as with components. */
export function chargedColumns(call: Call, product: PricedProduct): ChargedColumns {
  const own = ownCharge(call.clock.now(), product.values, product.tier_prices);
  return isDerived(call, product) ? { ...own, charged_until: DUE } : own;
}

/** The price columns that change with a product; none if its price stays the same. */
export function changedCharge(call: Call, before: PricedProduct, after: PricedProduct): ChargedColumns | undefined {
  const isOther =
    isDerived(call, after) ||
    before.type_id !== after.type_id ||
    before.tier_prices !== after.tier_prices ||
    priceCodes.some((code) => before.values[code] !== after.values[code]);
  return isOther ? chargedColumns(call, after) : undefined;
}

/**
 * Whether a change of a product may change the prices of products that have it as a component. `isOffered`: whether it
 * is enabled in as many store views as before, and on the same websites.
 */
export function reachesWholes(
  call: Call,
  before: PricedProduct,
  after: PricedProduct,
  { isOffered }: { readonly isOffered: boolean },
): boolean {
  if (isComposite(call, before) && isComposite(call, after)) return false;
  return !isOffered || changedCharge(call, before, after) !== undefined;
}

/** Whether the price of a product depends on more than its own row. */
function isDerived(call: Call, product: PricedProduct): boolean {
  return hasPriceRules(call) || hasDerivedType(call, product);
}

function hasDerivedType(call: Call, product: PricedProduct): boolean {
  return isComposite(call, product) || productType(call, product.type_id)?.chosenPrices !== undefined;
}

function isComposite(call: Call, { type_id }: PricedProduct): boolean {
  return productType(call, type_id)?.isComposite === true;
}

/** The statements that mark products as due, by the composite types of an installation. */
const marks = new WeakMap<Contributions, (db: Database, parameters: { ids: readonly number[] }) => Promise<number>>();

function markOf(call: Call): (db: Database, parameters: { ids: readonly number[] }) => Promise<number> {
  let mark = marks.get(call.contributions);
  if (!mark) {
    mark = preparedWrite((db, p: Params<{ ids: readonly number[] }>) =>
      db
        .updateTable('catalog_product')
        .set({ charged_until: DUE })
        .where(sql<SqlBool>`id in (${wholesQuery(call, p.ids)!})`),
    );
    marks.set(call.contributions, mark);
  }
  return mark;
}

/** Marks the products as due that have one of these as a component; one statement, none without composite types. */
export async function markWholes(call: Call, componentIds: readonly number[]): Promise<void> {
  if (componentIds.length === 0 || !hasCompositions(call)) return;
  await together(call.db, 'wholes to price', componentIds, (ids) => markOf(call)(call.db, { ids }));
}

const firstDue = preparedFirst((db, p: Params<{ now: string }>) =>
  db.selectFrom('catalog_product').select('id').where('charged_until', '<=', p.now).limit(1),
);
const dueProducts = prepared((db, p: Params<{ now: string; limit: number }>) =>
  db
    .selectFrom('catalog_product')
    .select('id')
    .where('charged_until', '<=', p.now)
    .orderBy('charged_until')
    .limit(p.limit),
);

/** The condition that some product is due at a time (`YYYY-MM-DD HH:MM:SS`), for use within other statements. */
export function isAnyDue(now: string): RawBuilder<number> {
  return sql<number>`exists (select 1 from catalog_product due where due.charged_until <= ${now})`;
}

/**
 * Computes price and salability of due products, and of products that have them as components. If none is due, the cost
 * is one indexed look-up. If very many are, as after an upgrade, the worker does the rest after `atMost` batches.
 * Returns whether any was due.
 */
export async function chargeDue(call: Call, atMost = READ_BATCHES): Promise<boolean> {
  const now = formatTime(call.clock.now());
  if (call.inTransaction || !(await firstDue(call.db, { now }))) return false;
  // The results are for all callers, so the store view of this one does not count.
  const own = call.with({ scope: system.scope });
  // Components make the products that have them due; these come in a later batch.
  for (let batch = 0; batch < atMost; batch++) if ((await own.apart(chargeSome)) === 0) break;
  return true;
}

/** Computes the prices of a batch of due products, and whether they can be sold; returns the size of the batch. */
async function chargeSome(call: Call): Promise<number> {
  const now = formatTime(call.clock.now());
  const ids = (await dueProducts(call.db, { now, limit: BATCH })).map((row) => row.id);
  if (ids.length === 0) return 0;
  // A transaction that changes one of them waits from here on, and makes it due again.
  await sql`update catalog_product set charged_until = null where ${inIds('id', ids)}`.execute(call.db);
  // A setting that changes from here on makes them due again.
  await call.services.availability.settled();
  // Rules for a product are also for its variants.
  const variants = hasPriceRules(call) ? await variantsOf(call, ids) : [];
  const products = [...(await findByIds(call, [...new Set([...ids, ...variants])], 0)).values()];
  const derived = products.filter((product) => isDerived(call, product));
  const plain = products.filter((product) => !isDerived(call, product));
  const rows = plain.map((product) => Object.assign({ id: product.id }, chargedColumns(call, product)));
  const own = call.with({ scope: websiteScopes(call)[0] ?? call.scope });
  await writeSalable(own, ids);
  const charges = await chargeOnWebsites(own, idsOf(products), derived);
  await updateRows(call.db, 'catalog_product', ['id'], [...rows, ...charges], staysDue);
  const due = new Set(ids);
  const changed = products.filter((product) => due.has(product.id) && !hasDerivedType(call, product));
  await markWholes(call, idsOf(changed));
  return ids.length;
}

function idsOf(products: readonly StoredProduct[]): number[] {
  return products.map(({ id }) => id);
}
