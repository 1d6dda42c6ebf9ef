import type { Call } from '../../kernel/call.ts';
import type { AlertKind } from './tables.ts';

/** The id of a product that is visible in the call's store view; undefined otherwise. */
export async function shownProductId(call: Call, sku: string): Promise<number | undefined> {
  const { storeId, websiteId } = call.scope;
  const product = await call.services.catalog.productBySku(call, sku, storeId);
  if (!product) return undefined;
  const { status } = await call.services.catalog.values(call, product);
  return Number(status) === 1 && product.website_ids.includes(websiteId) ? product.id : undefined;
}

/** Lowest price of a product for the caller: as displayed, and in the base currency. */
export async function priceFor(
  call: Call,
  productId: number,
): Promise<{ readonly value: number; readonly currency: string; readonly base: number } | undefined> {
  const { directory, store, storefront } = call.services;
  const source = await storefront.product(call, productId);
  if (!source) return undefined;
  const { value, currency } = (await storefront.range(call, source)).minimum_price.final_price;
  const rate = directory.rate(store.baseCurrency(call, call.scope.storeId), currency ?? '') ?? 1;
  return { value: value ?? 0, currency: currency ?? '', base: (value ?? 0) / rate };
}

const own = (call: Call, kind: AlertKind) => ({
  kind,
  customer_id: call.caller.id,
  website_id: call.scope.websiteId,
});

/** Whether the website of the call can sell a product. */
export async function isInStock(call: Call, productId: number): Promise<boolean> {
  const product = await call.services.catalog.productById(call, productId, call.scope.storeId);
  const sold = product && (await call.services.inventory.salable(call, [product]));
  return sold?.get(productId)?.isSalable === true;
}

/** Subscribes the caller to alerts of a product, or renews the subscription. Within a transaction. */
export async function subscribe(call: Call, kind: AlertKind, productId: number): Promise<void> {
  const price = kind === 'price' ? ((await priceFor(call, productId))?.base ?? null) : null;
  const { storeId: store_id } = call.scope;
  await call.db
    .insertInto('product_alert')
    .values({ ...own(call, kind), product_id: productId, store_id, price })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'kind', 'website_id', 'product_id']).doUpdateSet({ price, store_id }),
    )
    .execute();
}

/** Whether the caller is subscribed to alerts of a product. */
export async function isSubscribed(call: Call, kind: AlertKind, productId: number): Promise<boolean> {
  const found = await ownAlerts(call, kind).select('alert_id').where('product_id', '=', productId).executeTakeFirst();
  return found !== undefined;
}

/**
 * Unsubscribes the caller from alerts of a product, or of all products; returns whether there was a subscription.
 * Within a transaction.
 */
export async function unsubscribe(call: Call, kind: AlertKind, productId?: number): Promise<boolean> {
  const { customer_id, website_id } = own(call, kind);
  let query = call.db
    .deleteFrom('product_alert')
    .where('customer_id', '=', customer_id)
    .where('kind', '=', kind)
    .where('website_id', '=', website_id);
  if (productId !== undefined) query = query.where('product_id', '=', productId);
  return (await query.returning('alert_id').execute()).length > 0;
}

function ownAlerts(call: Call, kind: AlertKind) {
  const { customer_id, website_id } = own(call, kind);
  return call.db
    .selectFrom('product_alert')
    .where('customer_id', '=', customer_id)
    .where('kind', '=', kind)
    .where('website_id', '=', website_id);
}
