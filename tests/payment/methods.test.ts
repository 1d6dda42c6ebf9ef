import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, guestCart, makeProduct, ship } from '../quote/shop.ts';
import { fails, ok, startSouk, until, type Answer, type Souk } from '../support/souk.ts';
import { storedSetting } from '../support/stored.ts';

const unavailable = 'The requested Payment Method is not available.';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** Sets `payment/…`; resolves once they hold, which a cart's methods show. */
async function configure(
  settings: Record<string, string>,
  offered: readonly string[],
  cart = readyCart(),
): Promise<void> {
  await souk.configure(Object.fromEntries(Object.entries(settings).map(([path, value]) => [`payment/${path}`, value])));
  const path = await cart;
  await until(async () => JSON.stringify(await titles(path)) === JSON.stringify(offered));
}

async function titles(path: string): Promise<string[]> {
  return ok(await souk.guest.get(`${path}/payment-methods`)).map(({ title }: { title: string }) => title);
}

/** A cart that comes to 15 for one piece, sent to a country. */
async function readyCart(country = 'US', qty = 1): Promise<string> {
  const { path } = await guestCart(souk, [await makeProduct(souk), qty]);
  const address =
    country === 'US' ? ADDRESS : { ...ADDRESS, country_id: country, region: '', region_id: 0, region_code: '' };
  await ship(souk.guest, path, { shipping_address: address, billing_address: address });
  return path;
}

function pay(path: string, paymentMethod: object): Promise<Answer> {
  return souk.guest.post(`${path}/payment-information`, { email: 'ada@example.com', paymentMethod });
}

async function paid(paymentMethod: object) {
  const id = ok(await pay(await readyCart(), paymentMethod));
  return ok(await souk.admin.get(`/V1/orders/${id}`));
}

describe('payment methods', () => {
  it('by bank transfer tell their instructions', async () => {
    await configure(
      { 'banktransfer/active': '1', 'banktransfer/instructions': 'Pay here', 'banktransfer/sort_order': '1' },
      ['Check / Money order', 'Bank Transfer Payment'],
    );
    expect(await paid({ method: 'banktransfer' })).toMatchObject({
      state: 'new',
      status: 'pending',
      payment: { method: 'banktransfer', additional_information: ['Bank Transfer Payment', 'Pay here'] },
    });
  });

  it('on delivery cost nothing more, and keep to the statuses of a new order', async () => {
    await configure(
      {
        'cashondelivery/active': '1',
        'cashondelivery/title': 'On the door',
        'cashondelivery/order_status': 'processing',
        'banktransfer/active': '0',
      },
      ['Check / Money order', 'On the door'],
    );
    expect(await paid({ method: 'cashondelivery' })).toMatchObject({
      state: 'new',
      status: 'pending',
      grand_total: 15,
      payment: { additional_information: ['On the door', null] },
    });
  });

  it('by purchase order need its number, but only to order', async () => {
    await configure({ 'purchaseorder/active': '1', 'cashondelivery/active': '0', 'banktransfer/active': '0' }, [
      'Check / Money order',
      'Purchase Order',
    ]);
    const path = await readyCart();
    const missing = 'Purchase order number is a required field.';
    fails(await pay(path, { method: 'purchaseorder' }), 400, missing);
    fails(await pay(path, { method: 'purchaseorder', po_number: '' }), 400, missing);
    ok(await souk.guest.put(`${path}/selected-payment-method`, { method: { method: 'purchaseorder' } }));
    fails(await souk.guest.put(`${path}/order`, { paymentMethod: { method: 'purchaseorder' } }), 400, missing);
    const order = await paid({ method: 'purchaseorder', po_number: 'PO-7' });
    expect(order.payment).toMatchObject({ po_number: 'PO-7', additional_information: ['Purchase Order'] });
  });

  it('are offered within their totals, and taken only there', async () => {
    await configure(
      { 'purchaseorder/active': '0', 'checkmo/min_order_total': '20', 'checkmo/max_order_total': '100' },
      [],
    );
    expect(await titles(await readyCart('US', 2))).toEqual(['Check / Money order']);
    expect(await titles(await readyCart('US', 7))).toEqual([]);
    fails(await pay(await readyCart(), { method: 'checkmo' }), 400, unavailable);
    ok(await pay(await readyCart('US', 2), { method: 'checkmo' }));
  });

  it('are offered in their countries, and taken only there', async () => {
    await configure(
      {
        'checkmo/min_order_total': '',
        'checkmo/max_order_total': '',
        'checkmo/allowspecific': '1',
        'checkmo/specificcountry': 'FR,DE',
      },
      ['Check / Money order'],
      readyCart('FR'),
    );
    expect(await titles(await readyCart())).toEqual([]);
    fails(await pay(await readyCart(), { method: 'checkmo' }), 400, unavailable);
    ok(await pay(await readyCart('DE'), { method: 'checkmo' }));
  });

  it('stand in the order of their settings', async () => {
    await configure(
      {
        'checkmo/allowspecific': '0',
        'checkmo/title': 'Cheque',
        'checkmo/sort_order': '9',
        'checkmo/payable_to': 'Us',
        'banktransfer/active': '1',
        'banktransfer/sort_order': '1',
        'cashondelivery/active': '1',
        'cashondelivery/title': 'On the door',
        'cashondelivery/sort_order': '5',
      },
      ['Bank Transfer Payment', 'On the door', 'Cheque'],
    );
    expect((await paid({ method: 'checkmo' })).payment.additional_information).toEqual(['Cheque', 'Us']);
  });

  it('that are off are neither offered nor taken', async () => {
    await configure({ 'checkmo/active': '0', 'banktransfer/active': '0', 'cashondelivery/active': '0' }, []);
    const path = await readyCart();
    fails(await pay(path, { method: 'checkmo' }), 400, unavailable);
    fails(await souk.guest.put(`${path}/selected-payment-method`, { method: { method: 'checkmo' } }), 400, unavailable);
    fails(await souk.guest.put(`${path}/order`, { paymentMethod: { method: 'checkmo' } }), 400, unavailable);
  });

  it('by gateway are offered once the gateway and its key are known, which nobody reads again', async () => {
    const demo = souk.spawn('gateway:demo', '--port', '0', '--secret', 'sk_very_secret');
    const url = await new Promise<string>((resolve) => {
      demo.stdout!.on('data', (text: Buffer) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text.toString());
        if (found) resolve(found[0]);
      });
    });
    const settings = { 'gateway/active': '1', 'gateway/gateway_url': url, 'gateway/title': 'Card' };
    await configure({ 'checkmo/active': '0', ...settings }, []);
    await configure({ 'gateway/secret_key': 'sk_very_secret' }, ['Card']);
    const shown = await souk.cli('config:show', 'payment/gateway');
    expect(shown.stdout).toContain('payment/gateway/secret_key = ******');
    expect(shown.stdout).not.toContain('sk_very_secret');
    expect(await storedSetting(souk, 'payment/gateway/secret_key')).toMatch(/^sealed:[\w+/=]{40,}$/);
    expect(await paid({ method: 'gateway', additional_data: ['tok_visa'] })).toMatchObject({ state: 'processing' });
    const { path } = await guestCart(souk, [await makeProduct(souk, { type_id: 'virtual', price: 0 }), 1]);
    fails(await pay(path, { method: 'gateway' }), 400, unavailable);
    demo.kill('SIGTERM');
  });

  it('that are still to come have their keys stored as secretly', async () => {
    await souk.cli('config:set', '--unknown', 'payment/tocome/api_key', 'sk_of_tomorrow');
    expect(await storedSetting(souk, 'payment/tocome/api_key')).toMatch(/^sealed:[\w+/=]{40,}$/);
    expect((await souk.cli('config:show', 'payment/tocome')).stdout).toContain('payment/tocome/api_key = ******');
  });
});

it('the guest route of the provider belongs to the commercial edition', async () => {
  const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
  try {
    const answer = await open.guest.post('/V1/gateway-guest-carts/nope/payment-information', {});
    fails(answer, 404, 'Request does not match any route.');
  } finally {
    await open.stop();
  }
});
