import type { Call } from '../../../kernel/call.ts';
import { batcher } from '../../../kernel/loader.ts';
import type { StoredProduct } from '../../catalog/service.ts';
import type { ItemProduct, ItemProducts } from './extensions/item-product.ts';

/** Products by id for the call's store view; one query per module that extends products, also for several carts of a list. */
export async function loadProducts(call: Call, ids: readonly number[]): Promise<ItemProducts> {
  return ids.length === 0 ? new Map() : productLists(call, ids);
}

const productLists = batcher<readonly number[], ItemProducts>(async (lists, call) => {
  const { catalog, inventory } = call.services;
  const ids = [...new Set(lists.flat())];
  const found = await catalog.productsById(call, ids, call.scope.storeId, inventory.withUnreserved(call));
  const products = await describe(call, [...found.values()]);
  if (lists.length === 1) return [products];
  return lists.map((list) => new Map([...products].filter(([id]) => list.includes(id))));
});

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
