import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configured } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { guestCart, makeProduct, ship } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** A product of a class that these rates in percent tax together in Alabama, and the codes of the rates. */
async function taxedProduct(price: number, ...percents: number[]) {
  const taxClass = { class_name: unique('class'), class_type: 'PRODUCT' };
  const id = String(ok(await souk.admin.post('/V1/taxClasses', { taxClass })));
  const rates = [];
  for (const rate of percents) {
    const tax_rate = { tax_country_id: 'US', tax_region_id: 1, tax_postcode: '*', code: unique('rate'), rate };
    rates.push(ok(await souk.admin.post('/V1/taxRates', { tax_rate })));
  }
  for (const [position, { id: rate }] of rates.entries()) {
    const classes = { customer_tax_class_ids: [3], product_tax_class_ids: [Number(id)], tax_rate_ids: [rate] };
    ok(await souk.admin.post('/V1/taxRules', { rule: { code: unique('rule'), priority: 0, position, ...classes } }));
  }
  const sku = await makeProduct(souk, { price, custom_attributes: [{ attribute_code: 'tax_class_id', value: id }] });
  return { sku, codes: rates.map(({ code }) => code as string) };
}

const pricesOf = async (id: string) =>
  (
    await graphqlClient(souk).data(
      'query($id: String!) { cart(cart_id: $id) { prices { applied_taxes { label amount { value } } subtotal_with_discount_excluding_tax { value } } } }',
      { id },
    )
  ).cart.prices;

describe('the taxes of a cart', () => {
  it('of several rates are divided among them, and add up', async () => {
    const { sku, codes } = await taxedProduct(10.03, 6, 2, 1);
    const { id, path } = await guestCart(souk, [sku, 1]);
    const { totals } = await ship(souk.guest, path);
    expect(totals.tax_amount).toBe(0.9);
    // 0.9 in parts of 6, 2 and 1.
    expect((await pricesOf(id)).applied_taxes).toEqual([
      { label: codes[0], amount: { value: 0.6 } },
      { label: codes[1], amount: { value: 0.2 } },
      { label: codes[2], amount: { value: 0.1 } },
    ]);
    // 0.91 for two rates of the same percentage: one of them has the odd cent.
    const { sku: even } = await taxedProduct(9.1, 5, 5);
    const other = await guestCart(souk, [even, 1]);
    await ship(souk.guest, other.path);
    const amounts = (await pricesOf(other.id)).applied_taxes.map(
      ({ amount }: { amount: { value: number } }) => amount.value,
    );
    expect(amounts).toEqual([0.46, 0.45]);
  });
});

describe('the subtotal with the discount', () => {
  it('without tax leaves out the tax within a discount on prices with tax', async () => {
    const { sku } = await taxedProduct(125, 25);
    const rule = { name: unique('rule'), website_ids: [1], customer_group_ids: [0], is_active: true };
    const off = { coupon_type: 'NO_COUPON', simple_action: 'by_fixed', discount_amount: 10 };
    const { rule_id } = ok(await souk.admin.post('/V1/salesRules', { rule: { ...rule, ...off } }));
    const settings = {
      'tax/calculation/price_includes_tax': '1',
      'tax/calculation/cross_border_trade_enabled': '1',
      'tax/calculation/discount_tax': '1',
    };
    const { id, path } = await guestCart(souk, [sku, 1]);
    await configured(souk, settings, async () => {
      await ship(souk.guest, path);
      // 100 - (10 - 2): of the 115 that are paid, 23 are tax.
      expect((await pricesOf(id)).subtotal_with_discount_excluding_tax.value).toBe(92);
    });
    // Prices without tax: 125 - 10.
    expect((await pricesOf(id)).subtotal_with_discount_excluding_tax.value).toBe(115);
    ok(await souk.admin.delete(`/V1/salesRules/${rule_id}`));
  });
});
