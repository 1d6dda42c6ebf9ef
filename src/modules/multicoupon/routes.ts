import { firstOf } from '../../kernel/lists.ts';
import { acl } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes } from '../quote/extensions.ts';
import { addCoupons, removeCoupons, replaceCoupons } from './coupons.ts';

const common = {
  ways: ['any', 'own'],
  path: '/V2/carts/:cartId/coupons',
  service: 'multicouponCartCouponsV2',
  access: acl('Magento_Cart::manage'),
} as const;

/** The captchas and limits of a single coupon apply, against guessing. */
const entering = { captcha: 'sales_rule_coupon_request', recaptcha: 'coupon_code', output: t.nothing } as const;

const getCoupons = cartRoutes({
  ...common,
  method: 'GET',
  operation: 'get',
  summary: (cart) => `Read the coupons of ${cart}.`,
  input: {},
  output: t.array(t.string),
  handle: async (_, call, cart) => call.services.quote.couponsOf(await cart.read(call)),
});

const appendCoupons = cartRoutes({
  ...common,
  ...entering,
  method: 'POST',
  operation: 'append',
  summary: (cart) => `Add coupons to ${cart}.`,
  input: { couponCodes: t.secret(t.array(t.string), 'coupon') },
  handle: async ({ couponCodes }, call, cart) => addCoupons(call, await cart.read(call), couponCodes),
});

const setCoupons = cartRoutes({
  ...common,
  ...entering,
  method: 'PUT',
  operation: 'replace',
  summary: (cart) => `Replace the coupons of ${cart}.`,
  input: { couponCodes: t.secret(t.array(t.string), 'coupon') },
  handle: async ({ couponCodes }, call, cart) => replaceCoupons(call, await cart.read(call), couponCodes),
});

const deleteCoupons = cartRoutes({
  ...common,
  path: '/V2/carts/:cartId/coupons/deleteByCodes',
  method: 'POST',
  operation: 'deleteByCodes',
  summary: (cart) => `Take coupons off ${cart}.`,
  input: { couponCodes: t.optional(t.secret(t.array(t.string), 'coupon')) },
  output: t.nothing,
  handle: async ({ couponCodes }, call, cart) => removeCoupons(call, await cart.read(call), couponCodes ?? []),
});

/** The route that adds coupons to a cart, for the limits of other ways to enter codes. */
export const enteringRoute = firstOf(appendCoupons);

/** Routes of carts with several coupons. */
export const multicouponRoutes = [...getCoupons, ...appendCoupons, ...setCoupons, ...deleteCoupons];
