import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import type { Out } from '../../kernel/types.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { inventoryErrors } from './errors.ts';
import { reserved } from './reservations.ts';
import { findStock, findStocks, insertStock, updateStock } from './rows.ts';
import { stockSettings } from './settings.ts';
import {
  changeStock,
  effectiveStock,
  emptyStock,
  hasQuantity,
  isSalable,
  presentStock,
  salableQuantity,
  type StockColumns,
  type StockRow,
} from './stock.ts';
import type { StockItemCollection, StockItemInput, StockItemOutput, StockStatus } from './types.ts';

/** Name of the reference's class that maps the criteria of stock items; part of the answer. */
const CRITERIA_MAPPER = 'Magento\\CatalogInventory\\Model\\ResourceModel\\Stock\\Item\\StockItemCriteriaMapper';

async function requireProduct(call: Call, sku: string): Promise<StoredProduct> {
  const product = await call.services.catalog.productBySku(call, sku, 0);
  if (!product) throw inventoryErrors.productNotFound([sku]);
  return product;
}

/** A product's stock; one that has no row yet is shown as one that nothing was said about. */
async function stockOf(call: Call, productId: number): Promise<StockRow> {
  return (await findStock(call, productId)) ?? { item_id: 0, product_id: productId, ...emptyStock };
}

/** The stock of the product with a SKU. Throws 404 when there is none. */
export async function getStockItem(call: Call, sku: string): Promise<StockItemOutput> {
  const product = await requireProduct(call, sku);
  return presentStock(await stockOf(call, product.id), stockSettings(call));
}

/** Whether the product with a SKU can be sold, and how much of it. */
export async function getStockStatus(call: Call, sku: string): Promise<Out<typeof StockStatus>> {
  const product = await requireProduct(call, sku);
  const row = await stockOf(call, product.id);
  const settings = stockSettings(call);
  const status = (await salable(call, [product])).get(product.id)!;
  const item = presentStock(row, settings);
  return {
    product_id: product.id,
    stock_id: item.stock_id!,
    qty: Math.trunc(status.quantity),
    stock_status: status.isSalable ? 1 : 0,
    stock_item: item,
  };
}

/** Changes the stock of the product with a SKU; gives the id of its stock item. */
export async function updateStockItem(call: Call, sku: string, sent: StockItemInput): Promise<number> {
  const product = await requireProduct(call, sku);
  // Counting the product's version first lets changes of the same stock wait for each other, and for its deletion.
  if ((await call.services.catalog.touchProducts(call, [product.id])) === 0)
    throw inventoryErrors.productNotFound([sku]);
  const settings = stockSettings(call);
  const now = formatTime(call.clock.now());
  const before = await findStock(call, product.id);
  const after = changeStock(before ?? emptyStock, sent, hasQuantity(call, product.type_id), settings, now);
  const row = before ? await updateStock(call, before, after) : await insertStock(call, product.id, after);
  return row.item_id;
}

/** What a list of stock that runs low is asked for. */
export interface LowStockQuery {
  /** Items with this quantity or less; items without one are not low. */
  readonly qty: number;
  /** From 1. */
  readonly currentPage?: number | null | undefined;
  /** 0 or nothing: all of them. */
  readonly pageSize?: number | null | undefined;
}

/** The stock items with a quantity of `qty` or less, in order of their ids. All websites share one stock. */
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

/** What can be sold of a product. */
export interface Salable {
  readonly isSalable: boolean;
  readonly quantity: number;
}

/**
 * What can be sold of many products, by product id: one query for all stock, and one for the parts of each composite type. A
 * composite product can be sold as long as its parts can.
 */
export async function salable(
  call: Call,
  products: readonly Pick<StoredProduct, 'id' | 'type_id'>[],
): Promise<Map<number, Salable>> {
  const parts = await partsOf(call, products);
  const ids = new Set(products.map((product) => product.id));
  for (const part of [...parts.values()].flat(2)) ids.add(part);
  const rows = await findStocks(call, [...ids]);
  const settings = stockSettings(call);
  const ordered = await reserved(call, [...ids]);
  const stockOfId = (id: number) =>
    effectiveStock(withoutReserved(rows.get(id) ?? emptyStock, ordered.get(id)), settings);
  const isPartSalable = (id: number) => isSalable(stockOfId(id), true);
  return new Map(
    products.map(({ id, type_id }) => {
      const stock = stockOfId(id);
      const lists = parts.get(id);
      const suffices = !lists || (lists.length > 0 && lists.every((list) => list.some(isPartSalable)));
      const isWhole = isSalable(stock, hasQuantity(call, type_id)) && suffices;
      return [id, { isSalable: isWhole, quantity: salableQuantity(stock) }];
    }),
  );
}

/** Stock without what is ordered of it. */
function withoutReserved(stock: StockColumns, ordered: number | undefined): StockColumns {
  return ordered === undefined || stock.qty === null ? stock : { ...stock, qty: stock.qty - ordered };
}

/** The parts of the composite ones among products, by product id; see `ProductTypeRules.parts`. */
async function partsOf(
  call: Call,
  products: readonly Pick<StoredProduct, 'id' | 'type_id'>[],
): Promise<Map<number, readonly (readonly number[])[]>> {
  const parts = new Map<number, readonly (readonly number[])[]>();
  for (const [type, ofType] of Map.groupBy(products, (product) => product.type_id)) {
    const rules = call.services.catalog.productType(call, type);
    if (!rules?.parts) continue;
    const ids = ofType.map((product) => product.id);
    const loaded = await rules.parts(call, ids);
    for (const id of ids) parts.set(id, loaded.get(id) ?? []);
  }
  return parts;
}
