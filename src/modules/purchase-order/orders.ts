import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { unitsOf } from './amounts.ts';
import { purchaseOrderErrors } from './errors.ts';
import { requirePurchaseOrder } from './find.ts';
import { statesBefore } from './states.ts';

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

/** An order stores the purchase order that it was placed for. */
export const purchaseOrderOfCarts: CartExtension = {
  fields: [],
  draft: async ({ id, has_purchase_order }) => (has_purchase_order ? { purchase_order: { quote_id: id } } : {}),
};

/**
 * Moves the purchase order of a new order to its last state, in the transaction of the order. Throws 400 if the state
 * does not allow the order, and if the subtotal is not the one of the purchase order.
 */
export async function followPurchaseOrders(call: Call, order: StoredOrder): Promise<StoredOrder | void> {
  const { purchase_order: link } = order;
  if (!link || link.is_placed) return;
  const row = await requirePurchaseOrder(call, link.quote_id);
  const { numUpdatedRows } = await call.db
    .updateTable('purchase_order')
    .set({ status: 'order_placed', order_id: order.id, updated_at: formatTime(call.clock.now()) })
    .where('entity_id', '=', row.entity_id)
    .where('status', 'in', statesBefore('order_placed'))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw purchaseOrderErrors.wrongState([row.status]);
  if (unitsOf(order.fields.base_subtotal ?? 0) !== row.base_subtotal) {
    throw purchaseOrderErrors.changed([row.increment_id]);
  }
  return { ...order, purchase_order: { ...link, is_placed: true } };
}
