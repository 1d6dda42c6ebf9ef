import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { changeStored } from '../support/stored.ts';
import { getOrder, guestOrder, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** Text that is no time. The last two are what clients with a broken date send. */
const notTimes = ['now', 'x', '2024-02-30 00:00:00', '99999999', '2024-13-01', '0000-00-00', 'Invalid date'];
const refusal = (value: string, field: string) => `Invalid value of "${value}" provided for the ${field} field.`;

interface Kind {
  readonly record: string;
  readonly path: string;
}
const kinds: Record<string, Kind> = {
  invoice: { record: '/V1/invoices/', path: '/V1/invoices' },
  shipment: { record: '/V1/shipment', path: '/V1/shipment' },
  creditmemo: { record: '/V1/creditmemo', path: '/V1/creditmemo' },
};
const entityOf = (order: Json, more: object = {}) => ({
  order_id: order.entity_id,
  items: [{ order_item_id: order.items[0].item_id, qty: 1, sku: order.items[0].sku }],
  ...more,
});

describe.each(Object.entries(kinds))('D266: a record of the kind %s', (kind, { record, path }) => {
  it('keeps its time of creation, and takes times alone', async () => {
    const { order } = await guestOrder(souk);
    const comments = [{ comment: 'c', is_customer_notified: 0, is_visible_on_front: 0, created_at: 'now' }];
    for (const created_at of notTimes) {
      fails(
        await souk.admin.post(record, { entity: entityOf(order, { created_at }) }),
        400,
        refusal(created_at, 'created_at'),
      );
    }
    fails(
      await souk.admin.post(record, { entity: entityOf(order, { updated_at: 'x' }) }),
      400,
      refusal('x', 'updated_at'),
    );
    fails(await souk.admin.post(record, { entity: entityOf(order, { comments }) }), 400, refusal('now', 'created_at'));
    const made = ok(
      await souk.admin.post(record, { entity: entityOf(order, { created_at: '2024-02-29T12:30:00+02:00' }) }),
    );
    expect(made.created_at).toBe('2024-02-29 10:30:00');
    const again = entityOf(order, { entity_id: made.entity_id, created_at: '2020-01-01' });
    expect(ok(await souk.admin.post(record, { entity: again })).created_at).toBe('2024-02-29 10:30:00');
    fails(
      await souk.admin.post(record, { entity: { ...again, created_at: 'now' } }),
      400,
      refusal('now', 'created_at'),
    );
    const shown = await souk.admin.raw('GET', `/rest${path}/${made.entity_id}`, undefined, {
      accept: 'application/pdf',
    });
    expect(shown.status, kind).toBe(200);
    const now = ok(await souk.admin.post(record, { entity: entityOf(order, { created_at: '' }) }));
    expect(now.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('is printed where an earlier release has stored another text', async () => {
    const { order } = await guestOrder(souk);
    const { entity_id: id, created_at } = ok(await souk.admin.post(record, { entity: entityOf(order) }));
    const type = souk.env.DATABASE_URL!.startsWith('sqlite:') ? 'text' : 'jsonb';
    const damaged = `cast(replace(cast(document as text), $1, $2) as ${type})`;
    await changeStored(souk, `update sales_${kind} set document = ${damaged} where id = ${id}`, [created_at, 'now']);
    expect(ok(await souk.admin.get(`${path}/${id}`)).created_at).toBe('now');
    const pdf = await souk.admin.raw('GET', `/rest${path}/${id}`, undefined, { accept: 'application/pdf' });
    expect(pdf.status, pdf.text).toBe(200);
  });
});

describe('D266: the record of an order', () => {
  it('takes times alone, in its items and comments as well, and keeps them', async () => {
    const { id, order } = await guestOrder(souk);
    const entity = {
      items: [{ sku: 'x', name: 'x', qty_ordered: 1, price: 5 }],
      payment: { method: 'checkmo' },
      customer_email: 'a@example.com',
      grand_total: 5,
    };
    for (const created_at of notTimes) {
      fails(
        await souk.admin.post('/V1/orders', { entity: { ...entity, created_at } }),
        400,
        refusal(created_at, 'created_at'),
      );
      fails(
        await souk.admin.post('/V1/orders', { entity: { entity_id: id, created_at } }),
        400,
        refusal(created_at, 'created_at'),
      );
    }
    const items = [{ ...entity.items[0], created_at: 'x' }];
    fails(await souk.admin.post('/V1/orders', { entity: { ...entity, items } }), 400, refusal('x', 'created_at'));
    const made = ok(await souk.admin.post('/V1/orders', { entity: { ...entity, created_at: '2023-05-06' } }));
    expect(made.created_at).toBe('2023-05-06 00:00:00');
    const [item] = order.items;
    const later = '2030-01-01 00:00:00';
    const changed = { entity_id: id, created_at: later, items: [{ item_id: item.item_id, created_at: later }] };
    ok(await souk.admin.post('/V1/orders', { entity: changed }));
    const after = await getOrder(souk, id);
    expect([after.created_at, after.items[0].created_at]).toEqual([order.created_at, item.created_at]);
  });

  it('takes times alone in tracks of its shipments', async () => {
    const { id } = await guestOrder(souk);
    const shipment = Number(ok(await souk.admin.post(`/V1/order/${id}/ship`)));
    const track = {
      order_id: id,
      parent_id: shipment,
      track_number: '1',
      title: 't',
      carrier_code: 'ups',
      weight: 1,
      qty: 1,
    };
    const add = (more: object) => souk.admin.post('/V1/shipment/track', { entity: { ...track, ...more } });
    fails(await add({ created_at: 'now' }), 400, refusal('now', 'created_at'));
    const made = ok(await add({}));
    const again = ok(await add({ entity_id: made.entity_id, created_at: '2020-01-01', title: 'u' }));
    expect(again).toMatchObject({ title: 'u', created_at: made.created_at });
  });
});
