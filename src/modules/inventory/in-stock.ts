import { sql, type RawBuilder } from 'kysely';
import type { Call, Contributions, Database } from '../../kernel/call.ts';
import type { SqlTruth } from '../../search/sql.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { ComponentTest } from '../catalog/service.ts';
import { itemSettings, stockOptions } from './configuration.ts';
import { DEFAULT_STOCK, otherStocks, stockOfCall } from './extensions.ts';
import { stockSettings, type SaleSettings } from './settings.ts';

/** Whether catalogues leave out what cannot be sold. */
export function hidesUnsold(call: Call): boolean {
  return !call.config.of(stockOptions.showsUnsold, { storeId: call.scope.storeId });
}

/** The settings that decide what can be sold, and what of it lists show. */
export const saleSettings: ReadonlySet<string> = new Set(
  [stockOptions.showsUnsold, itemSettings.managesStock, itemSettings.threshold, itemSettings.backorders].map(
    ({ path }) => path,
  ),
);

/** The condition that a catalogue shows a product as far as its stock goes, on `catalog_product as p`; undefined when it shows all. */
export function inStock(call: Call): SqlTruth | undefined {
  return hidesUnsold(call) ? canBeSold(call) : undefined;
}

/** The conditions that a product, and one without components, can be sold. */
interface SaleConditions {
  readonly whole: SqlTruth;
  readonly component: ComponentTest;
}

/** Conditions by the modules of the installation and the condition of offered products, then by their key. */
const made = new WeakMap<Contributions, WeakMap<SqlTruth, Map<string, SaleConditions>>>();

/**
 * The condition that a product can be sold, on `catalog_product as p`: enough of it is not reserved in a stock, or backorders are
 * allowed. Of a composite product, enough components must be offered and salable in their quantities. Default: the stock of the
 * call's website. The same object as long as the condition is the same, so that its statement is built once.
 */
export function canBeSold(call: Call, stockId = stockOfCall(call)): SqlTruth {
  return saleConditions(inScopeOf(call, stockId), stockId).whole;
}

/** The condition that the stock of the call's website has a quantity of a product without components. */
export function componentInStock(call: Call): ComponentTest {
  return saleConditions(call, stockOfCall(call)).component;
}

/** The call in a scope that a stock sells to: its own if possible, else that of the stock's first website; the global one if it has none. */
function inScopeOf(call: Call, stockId: number): Call {
  if (stockOfCall(call) === stockId) return call;
  const { store } = call.services;
  const sellsTo = (websiteId: number): boolean =>
    (otherStocks(call)?.stockOf(call, websiteId) ?? DEFAULT_STOCK) === stockId;
  const scopes = store.websites().flatMap(({ id }) => (id !== 0 && sellsTo(id) && store.scopeOfWebsite(id)) || []);
  return call.with({ scope: scopes[0] ?? store.resolveScope('all')! });
}

function saleConditions(call: Call, stockId: number): SaleConditions {
  const stock = { ...stockSettings(call), stockId };
  const offered = call.services.availability.isOffered(call);
  const { contributions } = call;
  let ofModules = made.get(contributions);
  if (!ofModules) made.set(contributions, (ofModules = new WeakMap()));
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
  // A composite product that is out of stock because of its components goes by its components as they are now.
  const whole: SqlTruth = sql`(s.is_in_stock = 1 or s.stock_status_changed_auto = 1)`;
  const component: ComponentTest = (quantity) => stockDoes(call, stock, quantity);
  const own: SqlTruth = sql`(case when p.type_id in (${sql.join(simple)}) then ${component()}
    else ${managedDoes(stock, whole)} end)`;
  const enough: ComponentTest = (quantity) => sql`${offered} and ${component(quantity)}`;
  return { whole: sql`(${own} and ${availability.hasItsComponents(call, enough)})`, component };
}

/** The condition that enough of the components of `catalog_product as p` are in stock, whatever is ordered of them. */
export function componentsInStock(call: Call): SqlTruth {
  const isIn = managedDoes({ ...stockSettings(call), stockId: DEFAULT_STOCK }, sql`s.is_in_stock = 1`);
  return call.services.availability.hasItsComponents(call, () => isIn);
}

/** Statements by their condition, which is often the same object. */
const statements = new WeakMap<
  SqlTruth,
  (db: Database, parameters: { ids: readonly number[] }) => Promise<{ id: number }[]>
>();

/** Those of the products for which a condition on `catalog_product as p` holds; one query. */
export async function productsWhere(call: Call, ids: readonly number[], test: SqlTruth): Promise<Set<number>> {
  let select = statements.get(test);
  if (!select) {
    select = prepared((db, p: Params<{ ids: readonly number[] }>) =>
      db.selectFrom('catalog_product as p').select('p.id').where(inIds('p.id', p.ids)).where(test),
    );
    statements.set(test, select);
  }
  const rows = await select(call.db, { ids });
  return new Set(rows.map((row) => Number(row.id)));
}

/** A stock, with what the configuration says of all. */
interface SoldStock extends SaleSettings {
  readonly stockId: number;
}

/** That product `p` is not managed, or that a stock has a quantity of it; default: any. */
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

/** That the stock item `s` of a product `p` is not managed, or meets a condition. */
function managedDoes(stock: SoldStock, test: SqlTruth): SqlTruth {
  const has: SqlTruth = sql`exists (select 1 from cataloginventory_stock_item s where s.product_id = p.id
    and (${isUnmanaged(stock)} or (${test})))`;
  if (stock.manage_stock) return has;
  // Nothing was said of the stock, so the configuration counts.
  return sql`(${has} or not exists (select 1 from cataloginventory_stock_item s where s.product_id = p.id))`;
}

/** What a stock has of products, ordered pieces included, as a query of `product_id` and `quantity`. */
export function piecesIn(call: Call, stockId: number): RawBuilder<unknown> {
  const others = otherStocks(call);
  return stockId === DEFAULT_STOCK || !others
    ? sql`(select i.product_id, coalesce(i.qty, 0) as quantity from cataloginventory_stock_item i)`
    : sql`(select i.product_id, i.quantity from ${others.table} i where i.stock_id = ${stockId})`;
}

/** The condition that the stock of a product, on `catalog_product as p`, is not managed: it never runs out. */
export function neverRunsOut(call: Call): SqlTruth {
  return sql`exists (select 1 from cataloginventory_stock_item s where s.product_id = p.id
    and ${isUnmanaged(stockSettings(call))})`;
}

/** That the pieces of the stock item `s` are not counted. */
function isUnmanaged({ manage_stock }: SaleSettings): SqlTruth {
  return sql`${effective('manage_stock', Number(manage_stock))} = 0`;
}

/** Half of the least quantity that a stock counts: doubles that differ by less are equal. */
const HALF_UNIT = sql.lit(0.00005);

/**
 * That the stock without the reserved quantity is above the threshold and has the asked quantity, or that backorders are unlimited.
 * Source: the rule of `isUnlimited`.
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

/** A column of the stock item `s`, or what the configuration says where it follows that. */
function effective(column: 'manage_stock' | 'min_qty' | 'backorders', configured: number): RawBuilder<number> {
  const value = sql`cast(${configured} as double precision)`;
  return sql`(case when s.${sql.ref(`use_config_${column}`)} = 1 then ${value} else s.${sql.ref(column)} end)`;
}
