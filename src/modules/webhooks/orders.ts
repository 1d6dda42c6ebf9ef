import { readRoute } from '../../platform/execution/call-route.ts';
import type { StoredCart } from '../quote/service.ts';
import type { CallArguments } from '../../kernel/interception.ts';
import { objectOf, objectsOf } from '../../kernel/plain-objects.ts';
import type { HookedCall } from './hooked-call.ts';

/** The order before it is placed: its cart in the format of orders, with the payment of the request. */
export async function orderToCome(hooked: HookedCall): Promise<CallArguments> {
  const { platform, input } = hooked;
  const cart = await cartOf(hooked);
  const cartId = cart.id;
  const read = async (service: string) =>
    objectOf(await readRoute(platform, { service, operation: 'get', input: { cartId } }, undefined));
  const totals = await read('quoteCartTotalRepositoryV1');
  const cartView = await read('quoteCartRepositoryV1');
  const payment = objectOf(input.paymentMethod ?? cart.payment);
  const lines = objectsOf(totals.items);
  const items = objectsOf(cartView.items);
  return {
    quote_id: cart.id,
    store_id: cart.store_id,
    customer_id: cart.customer_id,
    customer_email: cart.customer_email ?? input.email ?? cart.billing.email,
    customer_group_id: cart.customer_group_id,
    customer_is_guest: cart.customer_id === null ? 1 : 0,
    coupon_code: cart.coupon_code,
    base_currency_code: totals.base_currency_code,
    order_currency_code: totals.quote_currency_code,
    ...Object.fromEntries(figures.flatMap((name) => [name, `base_${name}`].map((one) => [one, totals[one] ?? 0]))),
    total_qty_ordered: totals.items_qty,
    shipping_method: cart.shipping_method,
    billing_address: input.billingAddress ?? cart.billing,
    shipping_address: cart.shipping,
    items: items.map((item) => {
      const line = lines.find(({ item_id }) => item_id === item.item_id) ?? {};
      const { sku, name, product_type, item_id: quote_item_id } = item;
      return {
        quote_item_id,
        sku,
        name,
        product_type,
        qty_ordered: item.qty,
        price: item.price,
        row_total: line.row_total,
      };
    }),
    payment: { method: payment.method, po_number: payment.po_number },
  };
}

const figures = ['grand_total', 'subtotal', 'discount_amount', 'shipping_amount', 'tax_amount'] as const;

/** The order that a cart has become. */
export async function placedOrder(hooked: HookedCall): Promise<CallArguments> {
  const cart = await cartOf(hooked);
  const searchCriteria = {
    filter_groups: [{ filters: [{ field: 'quote_id', value: String(cart.id), condition_type: 'eq' }] }],
    sort_orders: [{ field: 'entity_id', direction: 'DESC' }],
    page_size: 1,
  };
  const read = { service: 'salesOrderRepositoryV1', operation: 'getList', input: { searchCriteria } };
  const { items } = objectOf(await readRoute(hooked.platform, read, undefined));
  return objectsOf(items)[0] ?? {};
}

/** The cart that a call names by its id, or by the mask that guests and storefronts know. Throws 404. */
function cartOf({ call, input, argument }: HookedCall): Promise<StoredCart> {
  const named = argument === undefined ? input.cartId : Reflect.get(input[argument] ?? {}, 'cart_id');
  const { quote } = call.services;
  return typeof named === 'number' ? quote.cart(call, named) : quote.maskedCart(call, String(named));
}
