import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configured } from '../support/customers.ts';
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

/** A class of products with taxes of these rates, each of a rule of its own: ids of rates and priorities. */
async function makeClass(...rates: [rateId: number, priority: number][]): Promise<number> {
  const taxClass = { class_name: unique('class'), class_type: 'PRODUCT' };
  const classId = Number(ok(await souk.admin.post('/V1/taxClasses', { taxClass })));
  for (const [rateId, priority] of rates) {
    const rule = {
      code: unique('rule'),
      priority,
      position: 0,
      customer_tax_class_ids: [3],
      product_tax_class_ids: [classId],
      tax_rate_ids: [rateId],
      calculate_subtotal: false,
    };
    ok(await souk.admin.post('/V1/taxRules', { rule }));
  }
  return classId;
}

/** A class of products with taxes, each of a rule of its own: codes and percentages by priority. */
async function makeTaxes(...taxes: [code: string, percent: number, priority: number][]): Promise<number> {
  const rates: [number, number][] = [];
  for (const [code, percent, priority] of taxes) rates.push([await makeRate(code, percent), priority]);
  return makeClass(...rates);
}

type Priced = readonly [price: number, classId: number];

/** An order of one piece each. */
async function orderOf(...items: readonly Priced[]) {
  const lines: [string, number][] = [];
  for (const [price, classId] of items) {
    const custom_attributes = [{ attribute_code: 'tax_class_id', value: String(classId) }];
    lines.push([await makeProduct(souk, { price, custom_attributes }), 1]);
  }
  const { path } = await guestCart(souk, ...lines);
  await ship(souk.guest, path);
  const id = ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
  return ok(await souk.admin.get(`/V1/orders/${id}`));
}

describe('the taxes of an order', () => {
  it('of a second priority are told with what they come to on top of the first', async () => {
    const [first, second] = [unique('first'), unique('second')];
    const order = await orderOf([54.8, await makeTaxes([first, 8.25, 0], [second, 5, 1])]);
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
    const order = await orderOf([100, await makeTaxes([one, 6, 0], [other, 4, 0])]);
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

  it('have the percent of the first item, where it is not the same for all', async () => {
    const [first, second] = [unique('first'), unique('second')];
    const rates = [await makeRate(first, 8.25), await makeRate(second, 5)] as const;
    const both = [100, await makeClass([rates[0], 0], [rates[1], 1])] as const;
    const one = [100, await makeClass([rates[1], 1])] as const;
    const ofSecond = async (...items: readonly Priced[]) => {
      const { applied_taxes, taxes } = (await orderOf(...items)).extension_attributes;
      const isSecond = ({ code }: { code: string }): boolean => code === second;
      return { applied: applied_taxes.find(isSecond), tax: taxes.find(isSecond) };
    };
    expect(await ofSecond(both, one)).toMatchObject({
      applied: { percent: 5.4125, amount: 10.41 },
      tax: { percent: 5, amount: 10.41, base_real_amount: 9.6166 },
    });
    expect(await ofSecond(one, both)).toMatchObject({
      applied: { percent: 5, amount: 10.41 },
      tax: { percent: 5, amount: 10.41, base_real_amount: 10.41 },
    });
  });

  it('stand in the order in which they come to something, with each item too', async () => {
    const [low, high] = [unique('low'), unique('high')];
    const classId = await makeTaxes([low, 1.5, 0], [high, 19, 1]);
    const { items, extension_attributes } = await orderOf([0.1, classId], [100, classId]);
    const codes = (taxes: { code: string }[]) => taxes.map(({ code }) => code);
    expect(codes(extension_attributes.taxes)).toEqual([high, low]);
    expect(codes(extension_attributes.applied_taxes)).toEqual([high, low]);
    for (const item of items) {
      const own: { tax_code: string; tax_id: number }[] = item.extension_attributes.itemized_taxes;
      expect(own.map(({ tax_code }) => tax_code)).toEqual([high, low]);
      expect(own.map(({ tax_id }) => tax_id)).toEqual(
        extension_attributes.taxes.map(({ tax_id }: { tax_id: number }) => tax_id),
      );
    }
  });

  it('are not told where they come to nothing in all', async () => {
    const [low, high] = [unique('low'), unique('high')];
    const order = await orderOf([0.1, await makeTaxes([low, 1.5, 0], [high, 19, 1])]);
    expect(order.extension_attributes.item_applied_taxes).toMatchObject([{ applied_taxes: [{ code: high }] }]);
    expect(order.items[0].extension_attributes.itemized_taxes).toMatchObject([{ tax_code: high, amount: 0.02 }]);
  });

  it('of rates that are added up for some items only are told apart, and added up by rate', async () => {
    const [one, other] = [unique('one'), unique('other')];
    const rates = [await makeRate(one, 6), await makeRate(other, 4)] as const;
    const both = await makeClass([rates[0], 0], [rates[1], 0]);
    const { items, extension_attributes } = await orderOf([100, both], [100, await makeClass([rates[0], 0])]);
    expect(extension_attributes.taxes).toMatchObject([
      { code: one, amount: 10 },
      { code: other, amount: 10 },
      { code: one, amount: 6 },
    ]);
    expect(extension_attributes.applied_taxes).toMatchObject([
      { code: one, amount: 12 },
      { code: other, amount: 4 },
    ]);
    const [ofBoth, , ofOne] = extension_attributes.taxes;
    expect(items[0].extension_attributes.itemized_taxes[0].tax_id).toBe(ofBoth.tax_id);
    expect(items[1].extension_attributes.itemized_taxes[0].tax_id).toBe(ofOne.tax_id);
  });

  it('of what is not shipped tell of shipping too, once shipping is taxed', async () => {
    const tax = unique('tax');
    const classId = await makeTaxes([tax, 8, 0]);
    const custom_attributes = [{ attribute_code: 'tax_class_id', value: String(classId) }];
    const sku = await makeProduct(souk, { type_id: 'virtual', price: 25, custom_attributes });
    const { path } = await guestCart(souk, [sku, 1]);
    await configured(souk, { 'tax/classes/shipping_tax_class': String(classId) }, async () => {
      const id = ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
      const order = ok(await souk.admin.get(`/V1/orders/${id}`));
      expect(order.tax_amount).toBe(2);
      expect(order.extension_attributes.additional_itemized_taxes).toMatchObject([
        { tax_code: tax, tax_percent: 8, amount: 0, taxable_item_type: 'shipping' },
      ]);
    });
  });
});
