import type { StoredOrder } from './order.ts';

/** The fields that a document takes over from its order. */
export function headerOf({ id, fields, shippingAddress }: StoredOrder) {
  return {
    order_id: id,
    store_id: fields.store_id,
    billing_address_id: fields.billing_address_id ?? null,
    shipping_address_id: shippingAddress?.entity_id ?? null,
  };
}

/** The fields that a document about money takes over from its order. */
export function moneyHeaderOf(order: StoredOrder) {
  const { fields } = order;
  return {
    ...headerOf(order),
    base_currency_code: fields.base_currency_code ?? null,
    global_currency_code: fields.global_currency_code ?? null,
    order_currency_code: fields.order_currency_code ?? null,
    store_currency_code: fields.store_currency_code ?? null,
    base_to_global_rate: fields.base_to_global_rate ?? null,
    base_to_order_rate: fields.base_to_order_rate ?? null,
    store_to_base_rate: fields.store_to_base_rate ?? null,
    store_to_order_rate: fields.store_to_order_rate ?? null,
    discount_description: fields.discount_description ?? null,
  };
}

/** Several reasons as one text of an error. */
export function listed(reasons: readonly string[]): { details: string } {
  return { details: reasons.join('\n') };
}
