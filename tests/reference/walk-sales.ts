import { startGateway, useGateway } from '../payment/shop.ts';
import type { Catalog } from './walk-catalog.ts';
import { address, everything, type Json, type Walk } from './walk.ts';

const pdf = { accept: 'application/pdf' };
const note = (parent_id: number): Json => ({
  comment: 'Walked.',
  parent_id,
  is_customer_notified: 0,
  is_visible_on_front: 1,
});

/** Orders and their documents, from the first comment to the last refund. `orders` are to be had. */
export async function walkSales(walk: Walk, orders: readonly number[], catalog: Catalog): Promise<void> {
  const { good, admin } = walk;
  const [held, cancelled, refunded, ...whole] = [...orders].reverse() as [number, number, number, ...number[]];
  await walkOrder(walk, held);
  await good(admin, `POST /V1/orders/${cancelled}/cancel`);
  for (const id of orders) await good(admin, `GET /V1/orders/${id}`);
  const invoice = await walkInvoices(walk, refunded);
  await walkShipments(walk, refunded);
  await walkMemos(walk, refunded);
  await good(admin, `POST /V1/order/${whole[0]}/invoice`);
  await good(admin, `POST /V1/order/${whole[0]}/refund`, { notify: false });
  await walkRecords(walk, catalog, refunded, invoice);
  await walkGateway(walk, catalog);
  for (const [path, key] of [
    ['orders', 'entity_id'],
    ['orders/items', 'item_id'],
    ['invoices', 'entity_id'],
    ['shipments', 'entity_id'],
    ['creditmemos', 'entity_id'],
    ['transactions', 'transaction_id'],
  ] as const)
    await good(admin, `GET /V1/${path}?${everything(key)}`);
  for (const id of orders) await good(admin, `GET /V1/orders/${id}`);
}

async function walkOrder({ good, admin }: Walk, id: number): Promise<void> {
  const order = await good(admin, `GET /V1/orders/${id}`);
  await good(admin, `GET /V1/orders/items/${order.items[0].item_id}`);
  await good(admin, `GET /V1/orders/${id}/statuses`);
  await good(admin, `POST /V1/orders/${id}/comments`, { statusHistory: { ...note(id), status: order.status } });
  await good(admin, `GET /V1/orders/${id}/comments`);
  await good(admin, `POST /V1/orders/${id}/emails`);
  await good(admin, `POST /V1/orders/${id}/hold`);
  await good(admin, `POST /V1/orders/${id}/unhold`);
  const { entity_id, address_type } = order.billing_address;
  await good(admin, `PUT /V1/orders/${id}`, { entity: { ...address(), entity_id, address_type, parent_id: id } });
}

async function walkInvoices({ good, admin }: Walk, order: number): Promise<number> {
  const id = Number(
    await good(admin, `POST /V1/order/${order}/invoice`, {
      capture: false,
      notify: true,
      appendComment: true,
      comment: { comment: 'Paid.', is_visible_on_front: 0 },
    }),
  );
  await good(admin, `GET /V1/invoices/${id}`);
  await good(admin, `GET /V1/invoices/${id}`, undefined, pdf);
  await good(admin, 'POST /V1/invoices/comments', { entity: note(id) });
  await good(admin, `GET /V1/invoices/${id}/comments`);
  await good(admin, `POST /V1/invoices/${id}/emails`);
  return id;
}

async function walkShipments({ good, admin }: Walk, order: number): Promise<void> {
  const tracks = [{ track_number: 'T1', title: 'One', carrier_code: 'ups' }];
  const id = Number(await good(admin, `POST /V1/order/${order}/ship`, { tracks, packages: [{}], notify: true }));
  const entity = {
    order_id: order,
    parent_id: id,
    track_number: 'T2',
    title: 'Two',
    carrier_code: 'ups',
    weight: 1,
    qty: 1,
    description: 'x',
  };
  const track = await good(admin, 'POST /V1/shipment/track', { entity });
  await good(admin, `GET /V1/shipment/${id}`);
  await good(admin, `GET /V1/shipment/${id}`, undefined, pdf);
  await good(admin, `DELETE /V1/shipment/track/${track.entity_id}`);
  await good(admin, `POST /V1/shipment/${id}/comments`, { entity: note(id) });
  await good(admin, `GET /V1/shipment/${id}/comments`);
  await good(admin, `POST /V1/shipment/${id}/emails`);
  await good(admin, `GET /V1/shipment/${id}/label`);
  await good(admin, `GET /V1/shipment/${id}/label`, undefined, pdf);
}

async function walkMemos({ good, admin }: Walk, order: number): Promise<void> {
  const { items } = await good(admin, `GET /V1/orders/${order}`);
  const some = { items: [{ order_item_id: items[0].item_id, qty: 1 }] };
  const more = { arguments: { shipping_amount: 1, adjustment_positive: 1, adjustment_negative: 0.5 } };
  const id = Number(await good(admin, `POST /V1/order/${order}/refund`, { ...some, ...more }));
  await good(admin, `GET /V1/creditmemo/${id}`);
  await good(admin, `GET /V1/creditmemo/${id}`, undefined, pdf);
  await good(admin, `POST /V1/creditmemo/${id}/comments`, { entity: note(id) });
  await good(admin, `GET /V1/creditmemo/${id}/comments`);
  await good(admin, `POST /V1/creditmemo/${id}/emails`);
}

/** Documents as other systems write them. */
async function walkRecords({ good, admin }: Walk, { simple }: Catalog, order: number, invoice: number): Promise<void> {
  const entity = {
    base_currency_code: 'USD',
    customer_email: 'erp@example.com',
    grand_total: 10,
    base_grand_total: 10,
    store_id: 1,
    items: [
      { sku: simple.sku, name: 'Thing', qty_ordered: 1, price: 10, base_price: 10, row_total: 10, base_row_total: 10 },
    ],
    billing_address: address({ address_type: 'billing' }),
    payment: { method: 'checkmo', amount_ordered: 10 },
  };
  const made = await good(admin, 'POST /V1/orders/', { entity });
  await good(admin, 'PUT /V1/orders/create', { entity });
  const [item] = made.items as Json[];
  const items = [{ order_item_id: item!.item_id, qty: 1 }];
  const own = { order_id: made.entity_id, items };
  await good(admin, 'POST /V1/invoices/', { entity: { ...own, base_grand_total: 10, grand_total: 10, state: 1 } });
  await good(admin, 'POST /V1/shipment/', { entity: { ...own, tracks: [], comments: [], shipping_label: 'label' } });
  await good(admin, 'POST /V1/creditmemo', { entity: { ...own, base_grand_total: 10, grand_total: 10, state: 2 } });
  const { items: sold } = await good(admin, `GET /V1/orders/${order}`);
  const last = (sold as Json[]).find((one) => one.qty_invoiced > one.qty_refunded && !one.parent_item_id)!;
  await good(admin, 'POST /V1/creditmemo/refund', {
    creditmemo: {
      order_id: order,
      invoice_id: invoice,
      items: [{ order_item_id: last.item_id, qty: 1 }],
      shipping_amount: 0,
    },
    offlineRequested: true,
  });
}

/** What a payment provider has a part in. */
async function walkGateway(walk: Walk, { simple }: Catalog): Promise<void> {
  const { good, admin, guest, souk } = walk;
  const gateway = await startGateway();
  try {
    await useGateway(souk, gateway);
    const buy = async (token: string, face = 'guest-carts'): Promise<number> => {
      const cart = await good(guest, 'POST /V1/guest-carts');
      const path = `/V1/guest-carts/${cart}`;
      await good(guest, `POST ${path}/items`, { cartItem: { sku: simple.sku, qty: 2, quote_id: cart } });
      const both = { shipping_address: address(), billing_address: address() };
      await good(guest, `POST ${path}/shipping-information`, {
        addressInformation: { ...both, shipping_method_code: 'flatrate', shipping_carrier_code: 'flatrate' },
      });
      const paymentMethod = { method: 'gateway', additional_data: { token } };
      const payment = { email: 'ada@example.com', paymentMethod };
      return Number(await good(guest, `POST /V1/${face}/${cart}/payment-information`, payment));
    };
    const paid = await buy('tok_good');
    const { items } = await good(admin, `GET /V1/orders/${paid}`);
    const some = { items: [{ order_item_id: items[0].item_id, qty: 1 }] };
    const voided = await good(admin, `POST /V1/order/${paid}/invoice`, { ...some, capture: true });
    await good(admin, `POST /V1/invoices/${voided}/void`);
    const kept = await good(admin, `POST /V1/order/${paid}/invoice`, { capture: true });
    await good(admin, `POST /V1/invoice/${kept}/refund`, { ...some, isOnline: true });
    const open = await good(admin, 'POST /V1/invoices/', {
      entity: {
        order_id: await buy('tok_good', 'gateway-guest-carts'),
        items: [],
        state: 1,
        base_grand_total: 25,
        grand_total: 25,
      },
    });
    await good(admin, `POST /V1/invoices/${open.entity_id}/capture`);
    const { items: transactions } = await good(admin, `GET /V1/transactions?${everything('transaction_id')}`);
    for (const { transaction_id } of transactions) await good(admin, `GET /V1/transactions/${transaction_id}`);
  } finally {
    await gateway.stop();
  }
}
