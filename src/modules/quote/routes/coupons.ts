import { firstOf } from '../../../kernel/lists.ts';
import { acl } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import type { StoredCart } from '../cart/cart.ts';
import { applyCoupon, removeCoupons } from '../change/coupons.ts';
import { cartRoutes, type CartOfRoute } from '../extensions.ts';

const access = acl('Magento_Cart::manage');
const services = { service: 'quoteCouponManagementV1', guestService: 'quoteGuestCouponManagementV1' } as const;

/** The id of a cart in errors; guests get it as text. */
function namedId({ isGuest }: CartOfRoute, { id }: StoredCart): number | string {
  return isGuest ? String(id) : id;
}

const getCoupon = cartRoutes({
  ...services,
  method: 'GET',
  path: '/V1/carts/:cartId/coupons',
  operation: 'get',
  summary: (cart) => `Read the coupon of ${cart}.`,
  access,
  input: {},
  output: t.optional(t.secret(t.string, 'coupon')),
  handle: async (_, call, cart) => (await cart.read(call)).coupon_code,
});

const setCoupons = cartRoutes({
  ...services,
  method: 'PUT',
  path: '/V1/carts/:cartId/coupons/:couponCode',
  operation: 'set',
  summary: (cart) => `Set the coupon of ${cart}.`,
  access,
  input: { couponCode: t.secret(t.string, 'coupon') },
  captcha: 'sales_rule_coupon_request',
  recaptcha: 'coupon_code',
  transaction: false,
  output: t.boolean,
  handle: ({ couponCode }, call, reached) =>
    applyCoupon(
      call,
      async (inside) => {
        const cart = await reached.read(inside);
        return { cart, cartId: namedId(reached, cart) };
      },
      couponCode,
    ),
});

const deleteCoupon = cartRoutes({
  ...services,
  method: 'DELETE',
  path: '/V1/carts/:cartId/coupons',
  operation: 'remove',
  summary: (cart) => `Take the coupon off ${cart}.`,
  access,
  input: {},
  output: t.boolean,
  async handle(_, call, reached) {
    const cart = await reached.read(call);
    await removeCoupons(call, cart, namedId(reached, cart));
    return true;
  },
});

/** Routes of coupons. */
export const couponRoutes = [...getCoupon, ...setCoupons, ...deleteCoupon];

/** The route that sets the coupon of a cart, for reuse in other routes. */
export const couponRoute = firstOf(setCoupons);
