import { guestCart, makeProduct } from '../quote/shop.ts';
import { ok, unique, type Client, type Souk } from '../support/souk.ts';
import type { CachedKind } from './kind.ts';

/** Values that the totals of a cart follow from. */
export async function cartKinds(souk: Souk): Promise<CachedKind[]> {
  const { admin } = souk;
  const classId = Number(
    ok(await admin.post('/V1/taxClasses', { taxClass: { class_name: unique('class'), class_type: 'PRODUCT' } })),
  );
  const sku = await makeProduct(souk, {
    price: 100,
    custom_attributes: [{ attribute_code: 'tax_class_id', value: classId }],
  });
  const rate = { code: unique('rate'), tax_country_id: 'US', tax_region_id: 1, tax_postcode: '*', rate: 1 };
  const { id: rateId } = ok(await admin.post('/V1/taxRates', { taxRate: rate }));
  const taxRule = {
    code: unique('rule'),
    priority: 0,
    position: 0,
    customer_tax_class_ids: [3],
    product_tax_class_ids: [classId],
    tax_rate_ids: [rateId],
    calculate_subtotal: false,
  };
  ok(await admin.post('/V1/taxRules', { rule: taxRule }));
  const rule = {
    name: 'Walk',
    is_active: true,
    website_ids: [1],
    customer_group_ids: [0],
    simple_action: 'cart_fixed',
    coupon_type: 'NO_COUPON',
    stop_rules_processing: false,
    is_advanced: true,
    discount_amount: 1,
  };
  const { rule_id } = ok(await admin.post('/V1/salesRules', { rule }));
  const { path } = await guestCart(souk, [sku, 1]);
  const address = { country_id: 'US', region_id: 1, postcode: '36601' };
  const totals = async (client: Client) =>
    ok(await client.as(undefined).post(`${path}/totals-information`, { addressInformation: { address } }));
  return [
    {
      cache: 'tax-rates',
      change: (round) => ({
        by: { method: 'PUT', path: '/V1/taxRates', body: { taxRate: { ...rate, id: rateId, rate: 10 + round } } },
        expected: 10 + round,
      }),
      read: async (client) => {
        const { tax_amount, discount_amount } = await totals(client);
        return Math.round((tax_amount / (100 + discount_amount)) * 100);
      },
    },
    {
      cache: 'sales-rules',
      change: (round) => ({
        by: {
          method: 'PUT',
          path: `/V1/salesRules/${rule_id}`,
          body: { rule: { ...rule, rule_id, discount_amount: 2 + round } },
        },
        expected: -(2 + round),
      }),
      read: async (client) => (await totals(client)).discount_amount,
    },
    {
      cache: 'custom-fees',
      change: (round) => ({
        by: ['customfee:set', '--code', 'deposit', '--label', 'Deposit', '--amount', String(5 + round)],
        expected: String(5 + round),
      }),
      read: async (client) => {
        const { total_segments } = ok(await client.as(undefined).get(`${path}/totals`));
        return String(
          Math.round(total_segments.find(({ code }: { code: string }) => /fee|deposit/.test(code))?.value ?? 0),
        );
      },
    },
  ];
}
