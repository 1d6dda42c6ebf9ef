import type { Shop } from './shop.ts';

interface OrderItem {
  readonly item_id: number;
  readonly qty_ordered: number;
}

/** What becomes of an order: most are invoiced and shipped, some cancelled, held, refunded, or left alone. */
export async function handleOrder(shop: Shop): Promise<void> {
  const [id] = shop.openOrders.splice(shop.any(shop.openOrders.length || 1), 1);
  if (id === undefined) return;
  const fate = shop.any(10);
  if (fate === 0) return cancel(shop, id);
  if (fate === 1) await hold(shop, id);
  await shop.post('order: comment', `orders/${id}/comments`, {
    statusHistory: { comment: 'On its way.', is_customer_notified: 0, is_visible_on_front: 0 },
  });
  const invoice = await shop.post('order: invoice', `order/${id}/invoice`, { capture: true, notify: fate % 2 === 0 });
  shop.ledger.count('invoices');
  await print(shop, `invoices/${String(invoice)}`);
  // Sent before money goes back, after it, or never.
  if (fate === 2) return refund(shop, id);
  await shop.post('order: ship', `order/${id}/ship`, {
    notify: true,
    tracks: [{ track_number: `T${id}`, title: 'Parcel', carrier_code: 'custom' }],
  });
  shop.ledger.count('shipments');
  if (fate <= 4) await refund(shop, id);
}

async function cancel(shop: Shop, id: number): Promise<void> {
  await shop.post('order: cancel', `orders/${id}/cancel`, {});
}

async function hold(shop: Shop, id: number): Promise<void> {
  await shop.post('order: hold', `orders/${id}/hold`, {});
  await shop.post('order: hold', `orders/${id}/unhold`, {});
}

/** Gives back the first piece of the first item, and puts it back into stock. */
async function refund(shop: Shop, id: number): Promise<void> {
  const order = (await shop.admin('order: read', 'GET', `/rest/V1/orders/${id}`)).body;
  const [item] = order.items as unknown as OrderItem[];
  await shop.post('order: refund', `order/${id}/refund`, {
    items: [{ order_item_id: item!.item_id, qty: 1 }],
    notify: true,
    arguments: {
      shipping_amount: 0,
      extension_attributes: { return_to_stock_items: [item!.item_id] },
    },
  });
  shop.ledger.count('refunds');
}

async function print(shop: Shop, path: string): Promise<void> {
  const headers = { accept: 'application/pdf' };
  const { body } = await shop.admin('order: print', 'GET', `/rest/V1/${path}`, { headers });
  if (!String(body.text ?? '').startsWith('%PDF')) throw new Error(`${path}: no document`);
}
