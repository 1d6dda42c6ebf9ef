import type { Json } from '../sales/shop.ts';
import { ok, unique, type Client } from '../support/client.ts';

/** The coupons of the caller's own cart. */
export const OWN = '/V2/carts/mine/coupons';
/** How many coupons a cart may have. */
export const LIMIT = 'sales/multicoupon/maximum_number_of_coupons_per_order';

/** A coupon with its rule. */
export interface Coupon {
  readonly code: string;
  readonly ruleId: number;
  readonly couponId: number;
}

/** Makes a rule for everybody that takes so much off with a coupon, and the coupon. */
export async function makeCoupon({ admin }: { admin: Client }, discount: Json, terms: Json = {}): Promise<Coupon> {
  const rule = {
    name: unique('rule'),
    website_ids: [1],
    customer_group_ids: [0, 1, 2, 3],
    is_active: true,
    simple_action: 'by_fixed',
    stop_rules_processing: false,
    coupon_type: 'SPECIFIC_COUPON',
    ...discount,
  };
  const { rule_id } = ok(await admin.post('/V1/salesRules', { rule }));
  return anotherCode({ admin }, rule_id, terms);
}

/** Makes a coupon for a rule. */
export async function anotherCode({ admin }: { admin: Client }, rule_id: number, terms: Json = {}): Promise<Coupon> {
  const coupon = { rule_id, code: unique('CODE'), type: 0, is_primary: false, ...terms };
  const { code, coupon_id } = ok(await admin.post('/V1/coupons', { coupon }));
  return { code, ruleId: rule_id, couponId: coupon_id };
}

/** How often coupons were used. */
export const timesUsed = ({ admin }: { admin: Client }, coupons: readonly Coupon[]): Promise<number[]> =>
  Promise.all(coupons.map(async ({ couponId }) => ok(await admin.get(`/V1/coupons/${couponId}`)).times_used as number));
