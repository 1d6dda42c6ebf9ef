import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { batcher } from '../../../kernel/loader.ts';
import { dialectOf } from '../../../storage/connection.ts';
import type { ProductIdsQuery, StoredProduct } from '../../catalog/service.ts';
import type { ItemProduct, ItemProducts } from './extensions/item-product.ts';

/** Products by id for the call's store view; one query per module that extends products, also for several carts of a list. */
export async function loadProducts(call: Call, ids: readonly number[]): Promise<ItemProducts> {
  if (ids.length === 0) return new Map();
  return (await takeAhead(call, ids)) ?? productLists(call, ids);
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
  const ahead = aheadOf(call);
  const { product } = ahead;
  ahead.product = undefined;
  return product?.sku === sku ? product.found : findProduct(call, sku);
}

async function findProduct(call: Call, sku: string): Promise<ItemProduct | undefined> {
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

/** Products that are read ahead of their first use, while their cart is still read. Each is used once. */
interface ProductsAhead {
  product: { readonly sku: string; readonly found: Promise<ItemProduct | undefined> } | undefined;
  ofCart: Promise<ItemProducts> | undefined;
}

const aheadKey = {};

/** By the call with its store view: in another one, products are read again. */
function aheadOf(call: Call): ProductsAhead {
  return call.memo(aheadKey, () => ({ product: undefined, ofCart: undefined }));
}

/** Whether reading ahead spares a round trip: SQLite has none. */
function isDistant(call: Call): boolean {
  return call.inTransaction && dialectOf(call.db) === 'postgres';
}

/** Begins to read the product that the next `loadProductBySku` asks for. */
export function readProductAhead(call: Call, sku: string): void {
  if (!isDistant(call)) return;
  const found = findProduct(call, sku);
  // Its error is thrown where the product is used.
  found.catch(() => {});
  aheadOf(call).product = { sku, found };
}

/** The ids of a cart's products, by the cart's id and by its mask. */
const idsOfCart = (column: 'id' | 'masked_id'): ProductIdsQuery => ({
  of: (value) => sql`select cast(item.value ->> 'product_id' as bigint)
    from quote, jsonb_array_elements(document -> 'items') as item where ${sql.ref(`quote.${column}`)} = ${value}`,
});
const [byCartId, byMask] = [idsOfCart('id'), idsOfCart('masked_id')];

/** Begins to read the products of a cart, which `loadProducts` then takes. `cart`: its id, or the mask that guests know. */
export function readCartAhead(call: Call, cart: number | string): void {
  if (!isDistant(call)) return;
  const ofCart = findOfCart(call, cart);
  ofCart.catch(() => {});
  aheadOf(call).ofCart = ofCart;
}

async function findOfCart(call: Call, cart: number | string): Promise<ItemProducts> {
  const { catalog, inventory } = call.services;
  const ids = typeof cart === 'number' ? byCartId : byMask;
  const { storeId } = call.scope;
  const found = await catalog.productsByIdsOf(call, ids, cart, storeId, inventory.withUnreserved(call));
  return describe(call, [...found.values()]);
}

/** The products that were read ahead; undefined when some of `ids` are not among them. */
async function takeAhead(call: Call, ids: readonly number[]): Promise<ItemProducts | undefined> {
  const ahead = aheadOf(call);
  const { ofCart } = ahead;
  ahead.ofCart = undefined;
  const products = await ofCart;
  return products && ids.every((id) => products.has(id)) ? products : undefined;
}
