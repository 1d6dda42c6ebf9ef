import type { Call } from '../../../kernel/call.ts';
import { firstOf, zip } from '../../../kernel/lists.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { DEFAULT_SOURCE, DEFAULT_STOCK } from '../../inventory/extensions.ts';
import { sourceErrors } from '../errors.ts';
import { itemsOfSources } from '../source-items/read.ts';
import { hasQuantity, productsOf, type SkuProduct } from '../source-items/save.ts';
import { multiSourceStocks } from '../stock-keeping.ts';
import type { SalableResult } from '../types.ts';
import { checkRequested, type SalableStock } from './requested.ts';

/** Whether a stock can sell products, in the order of the SKUs; false for an unknown SKU. A fixed number of queries. */
export async function areSalable(call: Call, skus: readonly string[], stockId: number): Promise<boolean[]> {
  const { catalog, inventory } = call.services;
  const products = await productsOf(
    call,
    skus.map((sku) => ({ sku })),
  );
  const { stockIds } = await call.services.multiSource.network.get(call);
  if (products.size === 0 || !stockIds.has(stockId)) return skus.map(() => false);
  const ids = [...products.values()].map(({ id }) => id);
  const salable = await inventory.productsWhere(call, ids, inventory.canBeSold(call, stockId));
  return skus.map((sku) => salable.has(products.get(catalog.foldSku(sku))?.id ?? 0));
}

/**
 * The remaining salable quantity of a product in a stock; negative with backorders. Throws 404 for an unknown SKU, 400
 * for an unknown stock and for composite products.
 */
export async function salableQuantity(call: Call, sku: string, stockId: number): Promise<number> {
  const product = firstOf(await requireProducts(call, [sku]));
  const { stockIds } = await call.services.multiSource.network.get(call);
  if (!stockIds.has(stockId)) throw sourceErrors.noStockItem();
  return valueAt(await call.services.inventory.salable(call, [product], stockId), product.id).quantity;
}

/** A product and a quantity of it. */
interface QuantityRequest {
  readonly sku: string;
  readonly qty: number;
}

/**
 * Whether a stock can sell these quantities, each by itself, in their order. A fixed number of queries. Throws 404 for
 * an unknown SKU, 400 for composite products.
 */
export async function areSalableFor(
  call: Call,
  requests: readonly QuantityRequest[],
  stockId: number,
): Promise<SalableResult[]> {
  const stocks = await requireStocks(
    call,
    requests.map(({ sku }) => sku),
    stockId,
  );
  return zip(requests, stocks).map(([{ qty }, stock]) => checkRequested(stock, qty));
}

/** The state of products in a stock, in the order of their SKUs. */
async function requireStocks(call: Call, skus: readonly string[], stockId: number): Promise<SalableStock[]> {
  const products = await requireProducts(call, skus);
  const stocks = await call.services.inventory.unreserved(call, products, stockId);
  const inSource = await statusOf(call, [...new Set(products.map(({ id }) => id))], stockId);
  return products.map(({ id }) => ({
    stock: stocks.get(id),
    isAssigned: inSource.has(id),
    isInSource: inSource.get(id) === true,
  }));
}

/** The products of SKUs, in their order. Throws 404 for an unknown SKU, 400 for a composite product. */
async function requireProducts(call: Call, skus: readonly string[]): Promise<SkuProduct[]> {
  const products = await productsOf(
    call,
    skus.map((sku) => ({ sku })),
  );
  return skus.map((sku) => {
    const product = products.get(call.services.catalog.foldSku(sku));
    if (!product) throw sourceErrors.noProduct([sku]);
    if (!hasQuantity(call, product)) throw sourceErrors.noSourceItems();
    return product;
  });
}

/** The products of a stock, each with its status: whether a source lists it as in stock. */
async function statusOf(call: Call, ids: readonly number[], stockId: number): Promise<Map<number, boolean>> {
  if (stockId !== DEFAULT_STOCK) {
    const pieces = await multiSourceStocks.piecesOf(call, stockId, ids);
    return new Map([...pieces].map(([id, { isInStock }]) => [id, isInStock]));
  }
  const items = await itemsOfSources(call, [DEFAULT_SOURCE], ids);
  return new Map(items.map(({ product_id, status }) => [product_id, status === 1]));
}
