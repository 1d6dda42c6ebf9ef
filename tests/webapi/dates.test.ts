import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guestCart, makeProduct, PAYMENT, ship } from '../quote/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok, unique, type Answer, type Client } from '../support/client.ts';
import { person } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { product } from '../support/products.ts';

/** Days that the calendar does not have, and one that it has. */
const IMPOSSIBLE = ['2100-02-29', '2027-02-30', '2027-04-31', '2027-13-01', '2027-00-10'];
const LEAP_DAY = '2096-02-29';

interface Places {
  readonly sku: string;
  readonly orderId: number;
  readonly orderItemId: number;
}

type Send = (admin: Client, day: string, places: Places) => Promise<Answer>;

const productWith = (attribute_code: string) => (admin: Client, value: string) =>
  admin.post('/V1/products', { product: product({ custom_attributes: [{ attribute_code, value }] }) });
const rule = (field: string) => (admin: Client, day: string) =>
  admin.post('/V1/salesRules', {
    rule: { name: unique('rule'), website_ids: [1], customer_group_ids: [0], coupon_type: 'NO_COUPON', [field]: day },
  });
const list = (path: string, field: string) => (admin: Client, value: string) =>
  admin.get(`${path}?${criteria([[{ field, value, condition_type: 'gteq' }]])}`);
const document =
  (path: string, change: object = {}): Send =>
  (admin, day, { orderId, orderItemId }) => {
    const items = [{ order_item_id: orderItemId, qty: 1 }];
    return admin.post(path, { entity: { order_id: orderId, items, created_at: `${day} 00:00:00`, ...change } });
  };

/** The places where the interface takes a date. */
const places: Readonly<Record<string, Send>> = {
  'a special price begins': productWith('special_from_date'),
  'a special price ends': productWith('special_to_date'),
  'a product is new from': productWith('news_from_date'),
  'a product was created': (admin, day) =>
    admin.post('/V1/products', { product: product({ created_at: `${day} 00:00:00` }) }),
  'a cart price rule begins': rule('from_date'),
  'a cart price rule ends': rule('to_date'),
  'a customer was born': (admin, dob) => admin.post('/V1/customers', { customer: person({ dob }) }),
  'a gift card expires': (admin, date_expires) =>
    admin.post('/V1/giftcardaccounts', { giftcardAccount: { code: unique('CARD'), balance: 5, date_expires } }),
  'the theme of a page begins': (admin, day) =>
    admin.post('/V1/cmsPage', {
      page: { identifier: unique('page'), title: 'Page', custom_theme_from: day, custom_theme: '3' },
    }),
  'a list of orders is filtered': list('/V1/orders', 'created_at'),
  'a list of products is filtered': list('/V1/products', 'created_at'),
  'a list of customers is filtered': list('/V1/customers/search', 'dob'),
  'an invoice was made': document('/V1/invoices/'),
  'a shipment was made': document('/V1/shipment'),
  'a credit memo was made': document('/V1/creditmemo'),
  'the clock of tests is set': (admin, day) => admin.raw('PUT', '/_/clock', { now: `${day} 00:00:00` }),
};

describe.each(engines)('dates on %s', (engine) => {
  let here: Here;
  const known: { -readonly [K in keyof Places]: Places[K] } = { sku: '', orderId: 0, orderItemId: 0 };
  beforeAll(async () => {
    here = await startHere(engine);
    known.sku = await makeProduct(here);
    const { path } = await guestCart(here, [known.sku, 3]);
    await ship(here.guest, path);
    known.orderId = Number(ok(await here.guest.post(`${path}/payment-information`, PAYMENT)));
    known.orderItemId = ok(await here.admin.get(`/V1/orders/${known.orderId}`)).items[0].item_id;
  });
  afterAll(() => here?.stop());

  test.each(Object.entries(places))('that the calendar does not have are refused where %s', async (name, send) => {
    // A birthday lies in the past.
    const possible = name === 'a customer was born' ? '1996-02-29' : LEAP_DAY;
    const impossible = name === 'a customer was born' ? ['1900-02-29', ...IMPOSSIBLE] : IMPOSSIBLE;
    for (const day of impossible) {
      const answer = await send(here.admin, day, known);
      expect([day, answer.status], answer.text).toEqual([day, 400]);
    }
    ok(await send(here.admin, possible, known));
    ok(await here.guest.raw('PUT', '/_/clock', { now: null }));
  });

  test('that are texts are refused for documents of sales, which can still be printed', async () => {
    for (const kind of ['invoice', 'shipment', 'creditmemo']) {
      const path = kind === 'invoice' ? '/V1/invoices/' : `/V1/${kind}`;
      const made = ok(await document(path)(here.admin, LEAP_DAY, known));
      for (const created_at of ['now', '99999999', '0000-00-00']) {
        const change = { entity_id: made.entity_id, created_at };
        const answer = await document(path, change)(here.admin, LEAP_DAY, known);
        expect([kind, created_at, answer.status, answer.body.parameters?.fieldName]).toEqual([
          kind,
          created_at,
          400,
          'created_at',
        ]);
      }
      // An empty time changes nothing.
      ok(await document(path, { entity_id: made.entity_id, created_at: '' })(here.admin, LEAP_DAY, known));
      const read = await here.admin.get(`/V1/${kind === 'invoice' ? 'invoices' : kind}/${made.entity_id}`);
      expect(ok(read).created_at).toBe(`${LEAP_DAY} 00:00:00`);
      const printed = await here.admin.get(`/V1/${kind === 'invoice' ? 'invoices' : kind}/${made.entity_id}`, {
        accept: 'application/pdf',
      });
      expect(printed.status, printed.text.slice(0, 300)).toBe(200);
    }
  });

  test('of the clock are those of the calendar, with or without a zone', async () => {
    const set = async (now: unknown): Promise<[number, string]> => {
      const { status, body } = await here.guest.raw('PUT', '/_/clock', { now });
      return [status, String(body.now ?? body.message).slice(0, 19)];
    };
    expect(await set('2096-02-29 10:00:00')).toEqual([200, '2096-02-29T10:00:00']);
    expect(await set('2096-02-29T10:00:00.250+02:00')).toEqual([200, '2096-02-29T08:00:00']);
    for (const now of [
      '2096-02-29 25:00:00',
      '2096-02-29T10:00:00+25:00',
      '9999-12-31T23:59:59-01:00',
      'soon',
      5,
      {},
    ]) {
      expect((await set(now))[0], String(now)).toBe(400);
    }
    expect((await set(null))[0]).toBe(200);
  });
});
