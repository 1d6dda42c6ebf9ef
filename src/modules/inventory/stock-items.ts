import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import type { Out } from '../../kernel/types.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { followComponents } from './composites.ts';
import { inventoryErrors } from './errors.ts';
import { DEFAULT_STOCK, isUnlimited, stockOfCall } from './extensions.ts';
import { canBeSold, productsWhere } from './in-stock.ts';
import { unreserved } from './reservations.ts';
import { findStock, findStocks, insertStock, updateStock } from './rows.ts';
import { stockSettings } from './settings.ts';
import { changeStock, emptyStock, hasQuantity, presentStock, type StockRow } from './stock.ts';
import type { StockItemCollection, StockItemInput, StockItemOutput, StockStatus } from './types.ts';

/** Name of the reference's class that maps the criteria of stock items; part of the response. */
const CRITERIA_MAPPER = 'Magento\\CatalogInventory\\Model\\ResourceModel\\Stock\\Item\\StockItemCriteriaMapper';

async function requireProduct(call: Call, sku: string): Promise<StoredProduct> {
  const product = await call.services.catalog.productBySku(call, sku, 0);
  if (!product) throw inventoryErrors.productNotFound([sku]);
  return product;
}

/** The stock of a product, with default values if it has no row. */
async function stockOf(call: Call, productId: number): Promise<StockRow> {
  return (await findStock(call, productId)) ?? { item_id: 0, product_id: productId, ...emptyStock };
}

/** The stock of products as in responses, by product id. */
export async function loadStockItems(
  call: Call,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, StockItemOutput>> {
  const settings = stockSettings(call);
  const rows = await findStocks(call, productIds);
  return new Map([...rows].map(([id, row]) => [id, presentStock(row, settings)]));
}

/** The stock of the product with a SKU. Throws 404 if missing. */
export async function getStockItem(call: Call, sku: string): Promise<StockItemOutput> {
  const product = await requireProduct(call, sku);
  return presentStock(await stockOf(call, product.id), stockSettings(call));
}

/** Whether the product with a SKU can be sold, and in which quantity. */
export async function getStockStatus(call: Call, sku: string): Promise<Out<typeof StockStatus>> {
  const product = await requireProduct(call, sku);
  const row = await stockOf(call, product.id);
  const settings = stockSettings(call);
  const status = valueAt(await salable(call, [product], DEFAULT_STOCK), product.id);
  const item = presentStock(row, settings);
  return {
    product_id: product.id,
    stock_id: DEFAULT_STOCK,
    qty: Math.trunc(status.quantity),
    stock_status: status.isSalable ? 1 : 0,
    stock_item: item,
  };
}

/** Changes the stock of the product with a SKU; returns the id of its stock item. */
export async function updateStockItem(call: Call, sku: string, input: StockItemInput): Promise<number> {
  const product = await requireProduct(call, sku);
  // Incrementing the product's version first serialises changes of the same stock, and its deletion.
  if ((await call.services.catalog.touchProducts(call, [product.id])) === 0)
    throw inventoryErrors.productNotFound([sku]);
  const settings = stockSettings(call);
  const now = formatTime(call.clock.now());
  const before = await findStock(call, product.id);
  const after = changeStock(before ?? emptyStock, input, hasQuantity(call, product.type_id), settings, now);
  const row = before ? await updateStock(call, before, after) : await insertStock(call, product.id, after);
  await followComponents(call, [{ before: before ?? emptyStock, after: row }]);
  return row.item_id;
}

/** Parameters of the low-stock list. */
interface LowStockQuery {
  /** The maximum quantity; items without a quantity are excluded. */
  readonly qty: number;
  /** From 1. */
  readonly currentPage?: number | null | undefined;
  /** 0 or null: no limit. */
  readonly pageSize?: number | null | undefined;
}

/** The stock items with a quantity of `qty` or less, in order of id. All websites share one stock. */
export async function getLowStockItems(call: Call, query: LowStockQuery): Promise<Out<typeof StockItemCollection>> {
  const { qty } = query;
  const page = Math.max(query.currentPage ?? 1, 1);
  const pageSize = Math.max(query.pageSize ?? 0, 0);
  const low = call.db.selectFrom('cataloginventory_stock_item').where('qty', '<=', qty);
  const { total } = await low.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  let items = low.selectAll().orderBy('item_id');
  if (pageSize > 0) items = items.limit(pageSize).offset((page - 1) * pageSize);
  const settings = stockSettings(call);
  return {
    items: (await items.execute()).map((row) => presentStock(row, settings)),
    search_criteria: {
      mapper_interface_name: CRITERIA_MAPPER,
      criteria_list: [],
      filters: [],
      orders: [],
      limit: [String(query.currentPage ?? 1), String(query.pageSize ?? 0)],
    },
    total_count: Number(total),
  };
}

/** The products that the call's website can sell; one query, see `canBeSold`. */
export function salableProducts(call: Call, ids: readonly number[]): Promise<Set<number>> {
  return productsWhere(call, ids, canBeSold(call));
}

/** The salability of a product. */
interface Salable {
  readonly isSalable: boolean;
  readonly quantity: number;
}

/**
 * The salability of many products in a stock, by product id, in two queries; see `canBeSold`. Default: the stock of the
 * call's website.
 */
export async function salable(
  call: Call,
  products: readonly Pick<StoredProduct, 'id' | 'type_id'>[],
  stockId = stockOfCall(call),
): Promise<Map<number, Salable>> {
  const ids = products.map((product) => product.id);
  if (ids.length === 0) return new Map();
  const sold = await productsWhere(call, ids, canBeSold(call, stockId));
  const stocks = await unreserved(call, products, stockId);
  return new Map(
    ids.map((id) => {
      const isSalable = sold.has(id);
      return [id, { isSalable, quantity: salableQuantity(stocks.get(id), isSalable) }];
    }),
  );
}

/**
 * The quantity that can be sold before the stock falls to the threshold, or below it with backorders. Zero for
 * unsalable products.
 */
function salableQuantity(stock: StockItemOutput | undefined, isSalable: boolean): number {
  if (!stock) return 0;
  if (!stock.manage_stock) return stock.qty ?? 0;
  if (!isSalable && !isUnlimited(stock)) return 0;
  return decimal(stock.qty ?? 0)
    .minus(stock.min_qty ?? 0)
    .toNumber();
}
