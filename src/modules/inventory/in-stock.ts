import { sql, type RawBuilder } from 'kysely';
import type { Call, Contributions, Database } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { SqlTruth } from '../../storage/criteria/sql.ts';
import { preparedByIds, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { ComponentTest } from '../catalog/service.ts';
import { itemSettings, stockOptions } from './configuration.ts';
import { DEFAULT_STOCK, otherStocks, stockOfCall } from './extensions.ts';
import { stockSettings, type SaleSettings } from './settings.ts';

/** Whether catalogues hide unsalable products. */
export function hidesUnsold(call: Call): boolean {
  return !call.config.of(stockOptions.showsUnsold, { storeId: call.scope.storeId });
}

/** Settings that affect salability, and the display of salable products in lists. */
export const saleSettings: ReadonlySet<string> = new Set(
  [stockOptions.showsUnsold, itemSettings.managesStock, itemSettings.threshold, itemSettings.backorders].map(
    ({ path }) => path,
  ),
);

/**
 * The stock condition for a product's visibility in the catalogue, on `catalog_product as p`; undefined when stock does
 * not matter.
 */
export function inStock(call: Call): SqlTruth | undefined {
  return hidesUnsold(call) ? canBeSold(call) : undefined;
}

/** The salability conditions of any product, and of a product without components. */
interface SaleConditions {
  readonly whole: SqlTruth;
  readonly component: ComponentTest;
}

/** Conditions by the installed modules and the condition of offered products, then by key. */
const cachedConditions = new WeakMap<Contributions, WeakMap<SqlTruth, Map<string, SaleConditions>>>();

/**
 * The condition that a product can be sold, on `catalog_product as p`: a stock has enough unreserved units, or
 * backorders are allowed. For a composite product, enough components must be offered and salable in their quantities.
 * Default: the stock of the call's website. Equal conditions are the same object, so that the statement is built once.
 */
export function canBeSold(call: Call, stockId = stockOfCall(call)): SqlTruth {
  return saleConditions(inScopeOf(call, stockId), stockId).whole;
}

/** The condition that the stock of the call's website has a quantity of a product without components. */
export function componentInStock(call: Call): ComponentTest {
  return saleConditions(call, stockOfCall(call)).component;
}

/**
 * The call in a scope that the stock sells to: its own scope if possible, else that of the stock's first website.
 * Global when the stock has no website.
 */
function inScopeOf(call: Call, stockId: number): Call {
  if (stockOfCall(call) === stockId) return call;
  const { store } = call.services;
  const sellsTo = (websiteId: number): boolean =>
    (otherStocks(call)?.stockOf(call, websiteId) ?? DEFAULT_STOCK) === stockId;
  const scopes = store.websites().flatMap(({ id }) => (id !== 0 && sellsTo(id) && store.scopeOfWebsite(id)) || []);
  return call.with({ scope: scopes[0] ?? valueAt(store.cache.current.scopes, 'all') });
}

function saleConditions(call: Call, stockId: number): SaleConditions {
  const stock = { ...stockSettings(call), stockId };
  const offered = call.services.availability.isOffered(call);
  const { contributions } = call;
  let ofModules = cachedConditions.get(contributions);
  if (!ofModules) cachedConditions.set(contributions, (ofModules = new WeakMap()));
  let byKey = ofModules.get(offered);
  if (!byKey) ofModules.set(offered, (byKey = new Map()));
  const key = `${stockId}:${stock.manage_stock}:${stock.min_qty}:${stock.backorders}`;
  let conditions = byKey.get(key);
  if (!conditions) byKey.set(key, (conditions = makeSaleConditions(call, stock, offered)));
  return conditions;
}

function makeSaleConditions(call: Call, stock: SoldStock, offered: SqlTruth): SaleConditions {
  const { availability } = call.services;
  const simple = call.contributions.productTypes.flatMap(({ name, isComposite }) => (isComposite ? [] : [name]));
  // A composite product that is out of stock because of its components follows the current stock of its components.
  const whole: SqlTruth = sql`(s.is_in_stock = 1 or s.stock_status_changed_auto = 1)`;
  const component: ComponentTest = (quantity) => stockDoes(call, stock, quantity);
  const own: SqlTruth = sql`(case when p.type_id in (${sql.join(simple.map(sql.lit))}) then ${component()}
    else ${managedDoes(stock, whole)} end)`;
  const enough: ComponentTest = (quantity) => sql`${offered} and ${component(quantity)}`;
  return { whole: sql`(${own} and ${availability.hasItsComponents(call, enough)})`, component };
}

/** The condition that enough components of `catalog_product as p` are in stock, regardless of ordered quantities. */
export function componentsInStock(call: Call): SqlTruth {
  const isIn = managedDoes({ ...stockSettings(call), stockId: DEFAULT_STOCK }, sql`s.is_in_stock = 1`);
  return call.services.availability.hasItsComponents(call, () => isIn);
}

/** Statements by condition; equal conditions are often the same object. */
const statements = new WeakMap<
  SqlTruth,
  (db: Database, parameters: { ids: readonly number[] }) => Promise<{ id: number }[]>
>();

/** The subset of the products that meets a condition on `catalog_product as p`; one query. */
export async function productsWhere(call: Call, ids: readonly number[], test: SqlTruth): Promise<Set<number>> {
  let select = statements.get(test);
  if (!select) {
    select = preparedByIds((db, p: Params<{ ids: readonly number[] }>) =>
      db.selectFrom('catalog_product as p').select('p.id').where(inIds('p.id', p.ids)).where(test),
    );
    statements.set(test, select);
  }
  const rows = await select(call.db, { ids });
  return new Set(rows.map((row) => Number(row.id)));
}

/** A stock, with the configuration of salability. */
interface SoldStock extends SaleSettings {
  readonly stockId: number;
}

/**
 * The condition that product `p` has no stock management, or that the stock has the quantity; default: any quantity.
 */
function stockDoes(call: Call, stock: SoldStock, quantity?: RawBuilder<number>): SqlTruth {
  const others = otherStocks(call);
  if (stock.stockId === DEFAULT_STOCK || !others) {
    return managedDoes(stock, sql`s.is_in_stock = 1 and ${isEnough(stock, sql`s.qty`, quantity)}`);
  }
  const enough = sql`x.is_in_stock = 1 and ${isEnough(stock, sql`x.quantity`, quantity)}`;
  return sql`exists (select 1 from cataloginventory_stock_item s
    join ${others.table} x on x.product_id = s.product_id and x.stock_id = ${stock.stockId}
    where s.product_id = p.id and (${isUnmanaged(stock)} or (${enough})))`;
}

/** The condition that the stock item `s` of a product `p` has no stock management, or meets another condition. */
function managedDoes(stock: SoldStock, test: SqlTruth): SqlTruth {
  const has: SqlTruth = sql`exists (select 1 from cataloginventory_stock_item s where s.product_id = p.id
    and (${isUnmanaged(stock)} or (${test})))`;
  if (stock.manage_stock) return has;
  // Without a stock item, the configuration applies.
  return sql`(${has} or not exists (select 1 from cataloginventory_stock_item s where s.product_id = p.id))`;
}

/** The units of products in a stock, including ordered ones, as a query of `product_id` and `quantity`. */
export function piecesIn(call: Call, stockId: number): RawBuilder<unknown> {
  const others = otherStocks(call);
  return stockId === DEFAULT_STOCK || !others
    ? sql`(select i.product_id, coalesce(i.qty, 0) as quantity from cataloginventory_stock_item i)`
    : sql`(select i.product_id, i.quantity from ${others.table} i where i.stock_id = ${stockId})`;
}

/** The condition that `catalog_product as p` has no stock management, and so never runs out. */
export function neverRunsOut(call: Call): SqlTruth {
  return sql`exists (select 1 from cataloginventory_stock_item s where s.product_id = p.id
    and ${isUnmanaged(stockSettings(call))})`;
}

/** The condition that the stock item `s` has no stock management. */
function isUnmanaged({ manage_stock }: SaleSettings): SqlTruth {
  return sql`${effective('manage_stock', Number(manage_stock))} = 0`;
}

/** Half of the smallest stock quantity: doubles that differ by less are equal. */
const HALF_UNIT = sql.lit(0.00005);

/**
 * The condition that the unreserved stock is above the threshold and has the requested quantity, or that backorders are
 * unlimited. Source: the rule of `isUnlimited`.
 */
function isEnough(stock: SoldStock, pieces: RawBuilder<unknown>, quantity?: RawBuilder<number>): SqlTruth {
  const threshold = effective('min_qty', stock.min_qty);
  const has = (left: RawBuilder<unknown>): SqlTruth =>
    quantity
      ? sql`(${left} > ${threshold} and ${left} - ${threshold} > ${quantity} - ${HALF_UNIT})`
      : sql`${left} > ${threshold}`;
  return sql`${pieces} is not null
    and ((${effective('backorders', stock.backorders)} <> 0 and ${threshold} >= 0) or (${has(pieces)}
    and not exists (select 1 from cataloginventory_reservation o where o.product_id = s.product_id
      and o.stock_id = ${stock.stockId} and not ${has(sql`(${pieces} - o.qty)`)})))`;
}

/**
 * A column of the stock item `s`, or the configured value if the item follows the configuration. The value is part of the text:
 * binding the thirty parameters of a condition took a third of its time.
 */
function effective(column: 'manage_stock' | 'min_qty' | 'backorders', configured: number): RawBuilder<number> {
  const value = sql`cast(${sql.lit(configured)} as double precision)`;
  return sql`(case when s.${sql.ref(`use_config_${column}`)} = 1 then ${value} else s.${sql.ref(column)} end)`;
}
