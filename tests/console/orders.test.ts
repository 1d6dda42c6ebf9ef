import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

describe.each(engines)('steps of orders in the console, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const steps = async (id: number, caller: Client = here.admin): Promise<Json> =>
    ok(await caller.raw('GET', `/_/console/orders/${id}/steps`));

  it('follow the documents of an order', async () => {
    const { id, order } = await guestOrder(here, 3);
    const item = order.items[0].item_id;
    expect(await steps(id)).toEqual({
      may_invoice: true,
      may_ship: true,
      may_refund: false,
      may_cancel: true,
      may_hold: true,
      may_unhold: false,
      is_online: false,
      online_invoices: [],
      statuses: [{ code: 'pending', label: 'Pending' }],
      items: [{ item_id: item, to_invoice: 3, to_ship: 3, to_refund: 0 }],
      totals: [],
    });
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { items: [{ order_item_id: item, qty: 2 }] }));
    ok(await here.admin.post(`/V1/order/${id}/ship`, { items: [{ order_item_id: item, qty: 1 }] }));
    expect(await steps(id)).toMatchObject({
      may_refund: true,
      statuses: [{ code: 'processing' }, { code: 'fraud' }],
      items: [{ to_invoice: 1, to_ship: 2, to_refund: 2 }],
    });
    ok(await here.admin.post(`/V1/orders/${id}/hold`));
    expect(await steps(id)).toMatchObject({
      may_invoice: false,
      may_ship: false,
      may_refund: false,
      may_cancel: false,
      may_hold: false,
      may_unhold: true,
    });
  });

  it('are read with the permission to read orders, of orders that exist', async () => {
    const { id } = await guestOrder(here);
    fails(
      await (
        await here.granted('integration', ['Magento_Catalog::products'])
      ).raw('GET', `/_/console/orders/${id}/steps`),
      401,
    );
    const reader = await here.granted('integration', ['Magento_Sales::actions_view']);
    expect(await steps(id, reader)).toMatchObject({ may_invoice: true });
    fails(await here.admin.raw('GET', '/_/console/orders/987654/steps'), 404);
  });
});
