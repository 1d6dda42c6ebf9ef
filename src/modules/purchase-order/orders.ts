import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { isAsApproved } from './amounts.ts';
import { purchaseOrdersAreOn } from './configuration.ts';
import { purchaseOrderErrors } from './errors.ts';
import { requirePurchaseOrder } from './find.ts';
import { recordEvent } from './history.ts';
import { payableStates } from './states.ts';

declare module '../quote/document-extensions.ts' {
  interface CartExtensions {
    /** Whether the cart belongs to a purchase order; if so, its table is read. */
    readonly has_purchase_order?: boolean;
  }
  interface OrderExtensions {
    /** The purchase order of the order. `is_placed`: the purchase order refers to the order. */
    readonly purchase_order?: { readonly quote_id: number; readonly is_placed?: boolean };
  }
}

/** An order stores the purchase order that it was placed for. Buyers whose company has purchase orders do not order without one. */
export const purchaseOrderOfCarts: CartExtension = {
  fields: [],
  async draft(cart, call) {
    if (cart.has_purchase_order) return { purchase_order: { quote_id: cart.id } };
    await requireNone(call, cart);
    return {};
  },
};

async function requireNone(call: Call, cart: StoredCart): Promise<void> {
  const { customer_id, website_id: websiteId } = cart;
  if (customer_id === null || !call.config.of(purchaseOrdersAreOn, { websiteId })) return;
  if ((await call.services.company.buysByPurchaseOrder(call, cart)) === undefined) return;
  throw call.caller.type === 'customer'
    ? purchaseOrderErrors.onlyPurchaseOrders()
    : purchaseOrderErrors.onlyByPurchaseOrder([customer_id]);
}

/**
 * Moves the purchase order of a new order to its last state, in the transaction of the order. Throws 400 if the state
 * does not allow the order, and if the order does not cost the approved amounts.
 */
export async function followPurchaseOrders(call: Call, order: StoredOrder): Promise<StoredOrder | void> {
  const { purchase_order: link } = order;
  if (!link || link.is_placed) return;
  const row = await requirePurchaseOrder(call, link.quote_id);
  const { numUpdatedRows } = await call.db
    .updateTable('purchase_order')
    .set({ status: 'order_placed', order_id: order.id, updated_at: formatTime(call.clock.now()) })
    .where('entity_id', '=', row.entity_id)
    .where('status', 'in', payableStates)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw purchaseOrderErrors.wrongState([row.status]);
  if (!isAsApproved(order, row)) throw purchaseOrderErrors.changed([row.increment_id]);
  await recordEvent(call, row.entity_id, 'place_order', {
    customerId: null,
    detail: order.fields.increment_id ?? null,
  });
  return { ...order, purchase_order: { ...link, is_placed: true } };
}
