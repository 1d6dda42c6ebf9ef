import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { guestCart, makeProduct, PAYMENT, ship } from './shop.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** A rate in Alabama; gives its id. */
async function makeRate(code: string, rate: number): Promise<number> {
  const tax_rate = { tax_country_id: 'US', tax_region_id: 1, tax_postcode: '*', code, rate };
  return ok(await souk.admin.post('/V1/taxRates', { tax_rate })).id;
}

/** A class of products with taxes, each of a rule of its own: codes and percentages by priority. */
async function makeTaxes(...taxes: [code: string, percent: number, priority: number][]): Promise<number> {
  const taxClass = { class_name: unique('class'), class_type: 'PRODUCT' };
  const classId = Number(ok(await souk.admin.post('/V1/taxClasses', { taxClass })));
  for (const [code, percent, priority] of taxes) {
    const rule = {
      code: unique('rule'),
      priority,
      position: 0,
      customer_tax_class_ids: [3],
      product_tax_class_ids: [classId],
      tax_rate_ids: [await makeRate(code, percent)],
      calculate_subtotal: false,
    };
    ok(await souk.admin.post('/V1/taxRules', { rule }));
  }
  return classId;
}

async function orderAt(price: number, classId: number) {
  const custom_attributes = [{ attribute_code: 'tax_class_id', value: String(classId) }];
  const { path } = await guestCart(souk, [await makeProduct(souk, { price, custom_attributes }), 1]);
  await ship(souk.guest, path);
  const id = ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
  return ok(await souk.admin.get(`/V1/orders/${id}`));
}

describe('the taxes of an order', () => {
  it('of a second priority are told with what they come to on top of the first', async () => {
    const [first, second] = [unique('first'), unique('second')];
    const order = await orderAt(54.8, await makeTaxes([first, 8.25, 0], [second, 5, 1]));
    expect(order.tax_amount).toBe(7.49);
    const { applied_taxes, item_applied_taxes, taxes } = order.extension_attributes;
    expect(applied_taxes).toEqual([
      { code: first, title: first, percent: 8.25, amount: 4.52, base_amount: 4.52 },
      { code: second, title: second, percent: 5.4125, amount: 2.97, base_amount: 2.97 },
    ]);
    expect(item_applied_taxes[0].applied_taxes).toEqual(applied_taxes);
    expect(taxes).toMatchObject([
      { code: first, percent: 8.25, amount: 4.52, base_real_amount: 4.52, priority: 0, position: 0, process: 0 },
      { code: second, percent: 5, amount: 2.97, base_amount: 2.97, base_real_amount: 2.7436, priority: 0 },
    ]);
    expect(order.items[0].extension_attributes.itemized_taxes).toMatchObject([
      { tax_code: first, tax_percent: 8.25, amount: 4.52, real_amount: 4.52 },
      { tax_code: second, tax_percent: 5.4125, amount: 2.97, real_base_amount: 2.97 },
    ]);
  });

  it('of one priority are told with what they take together, and the share of each', async () => {
    const [one, other] = [unique('one'), unique('other')];
    const order = await orderAt(100, await makeTaxes([one, 6, 0], [other, 4, 0]));
    expect(order.tax_amount).toBe(10);
    const { applied_taxes, taxes } = order.extension_attributes;
    expect(applied_taxes).toMatchObject([
      { code: one, percent: 6, amount: 6 },
      { code: other, percent: 4, amount: 4 },
    ]);
    expect(taxes).toMatchObject([
      { code: one, percent: 6, amount: 10, base_real_amount: 6 },
      { code: other, percent: 4, amount: 10, base_real_amount: 4 },
    ]);
    expect(order.items[0].extension_attributes.itemized_taxes).toMatchObject([
      { tax_code: one, tax_percent: 6, amount: 10, real_amount: 6 },
      { tax_code: other, tax_percent: 4, amount: 10, real_amount: 4 },
    ]);
  });
});
