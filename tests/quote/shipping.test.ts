import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeProduct } from './shop.ts';

/** Tests that run many commands may take a while on a machine that is busy. */
const COMMANDS = 180_000;

let souk: Souk;
let sku: string;

beforeAll(async () => {
  souk = await startSouk();
  sku = await makeProduct(souk);
});
afterAll(() => souk.stop());

/** Sets settings of carriers. */
function settings(values: Record<string, string>): Promise<void> {
  return souk.configure(Object.fromEntries(Object.entries(values).map(([path, value]) => [`carriers/${path}`, value])));
}

interface Offer {
  readonly carrier_code: string;
  readonly carrier_title: string;
  readonly method_code: string | null;
  readonly amount: number;
  readonly available: boolean;
  readonly error_message: string;
}

async function offers(path: string, place: object = {}): Promise<Offer[]> {
  const address = { ...ADDRESS, ...place };
  return ok(await souk.guest.post(`${path}/estimate-shipping-methods`, { address }));
}

async function pricesOf(pieces: number, place: object = {}): Promise<Record<string, number>> {
  const { path } = await guestCart(souk, [sku, pieces]);
  return Object.fromEntries((await offers(path, place)).map((one) => [one.carrier_code, one.amount]));
}

describe('carriers', () => {
  it('ask a price for each piece or each order, with a fee for handling', { timeout: COMMANDS }, async () => {
    expect(await pricesOf(5)).toEqual({ flatrate: 25 });
    await settings({ 'flatrate/price': '1.25', 'flatrate/handling_type': 'P', 'flatrate/handling_fee': '10' });
    expect(await pricesOf(4)).toEqual({ flatrate: 5.5 });
    await settings({ 'flatrate/type': 'O', 'flatrate/handling_type': 'F', 'flatrate/handling_fee': '2' });
    expect(await pricesOf(4)).toEqual({ flatrate: 3.25 });
    await settings({ 'flatrate/handling_fee': '0', 'flatrate/type': 'I', 'flatrate/price': '5' });
  });

  it(
    'ship for nothing from a value on, which discounts lower, and tell that they would',
    { timeout: COMMANDS },
    async () => {
      const showing = { 'freeshipping/showmethod': '1', 'freeshipping/specificerrmsg': 'Buy more' };
      await settings({ 'freeshipping/active': '1', 'freeshipping/free_shipping_subtotal': '40', ...showing });
      expect(await pricesOf(4)).toEqual({ freeshipping: 0, flatrate: 20 });
      const { path } = await guestCart(souk, [sku, 3]);
      expect(await offers(path)).toMatchObject([
        { carrier_code: 'freeshipping', method_code: null, available: false, error_message: 'Buy more' },
        { carrier_code: 'flatrate', method_code: 'flatrate', available: true, error_message: '' },
      ]);
      const rule = {
        name: unique('rule'),
        website_ids: [1],
        customer_group_ids: [0],
        is_active: true,
        simple_action: 'by_percent',
        discount_amount: 10,
        coupon_type: 'NO_COUPON',
      };
      const { rule_id } = ok(await souk.admin.post('/V1/salesRules', { rule }));
      const [reduced] = await offers((await guestCart(souk, [sku, 4])).path);
      expect(reduced).toMatchObject({ carrier_code: 'freeshipping', available: false });
      ok(await souk.admin.delete(`/V1/salesRules/${rule_id}`));
      await settings({ 'freeshipping/active': '0' });
    },
  );

  it('ship to the countries that they are told', { timeout: COMMANDS }, async () => {
    await settings({ 'flatrate/specificcountry': 'FR,DE', 'flatrate/sallowspecific': '1' });
    expect(await pricesOf(2)).toEqual({});
    expect(await pricesOf(2, { country_id: 'FR', region_id: undefined })).toEqual({ flatrate: 10 });
    await souk.configure({ 'carriers/flatrate/showmethod': '1' });
    const { path } = await guestCart(souk, [sku, 2]);
    await expect
      .poll(() => offers(path))
      .toMatchObject([
        {
          carrier_code: 'flatrate',
          available: false,
          error_message: 'This shipping method is not available. To use this shipping method, please contact us.',
        },
      ]);
  });
});
