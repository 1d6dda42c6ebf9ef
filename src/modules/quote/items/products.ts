import type { Call } from '../../../kernel/call.ts';
import type { StoredProduct } from '../../catalog/service.ts';
import type { ItemProduct, ItemProducts } from './extensions/item-product.ts';

/** Products by id for the call's store view; one query per module that extends products. */
export async function loadProducts(call: Call, ids: readonly number[]): Promise<ItemProducts> {
  if (ids.length === 0) return new Map();
  const { catalog, inventory } = call.services;
  const found = await catalog.productsById(call, [...new Set(ids)], call.scope.storeId, inventory.withUnreserved(call));
  return describe(call, [...found.values()]);
}

/** The product with a SKU for the call's store view; undefined when not found. */
export async function loadProductBySku(call: Call, sku: string): Promise<ItemProduct | undefined> {
  const { catalog, inventory } = call.services;
  const product = await catalog.productBySku(call, sku, call.scope.storeId, inventory.withUnreserved(call));
  return product && (await describe(call, [product])).get(product.id);
}

async function describe(call: Call, products: readonly StoredProduct[]): Promise<ItemProducts> {
  const { catalog, inventory } = call.services;
  const extensions = call.contributions.productExtensions.flatMap(({ name, inCarts = true }) =>
    inCarts ? [name] : [],
  );
  const loaded = await catalog.loadAdded(call, products, { fields: ['options'], extensions });
  const stocks = await inventory.unreserved(call, products);
  return new Map(
    loaded.map((one) => [one.product.id, { ...one, options: one.options ?? [], stock: stocks.get(one.product.id) }]),
  );
}
