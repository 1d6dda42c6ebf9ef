import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { getActiveCart, getActiveMaskedCart } from '../cart/load.ts';
import { applyCoupon, removeCoupon } from '../cart/coupons.ts';

const manage = acl('Magento_Cart::manage');

export const getCartCoupon = route({
  method: 'GET',
  path: '/V1/carts/:cartId/coupons',
  service: 'quoteCouponManagementV1',
  operation: 'get',
  summary: 'Read the coupon of a cart.',
  access: manage,
  input: { cartId: t.integer },
  output: t.optional(t.string),
  handle: async ({ cartId }, call) => (await getActiveCart(call, cartId)).coupon_code,
});

export const getOwnCoupon = route({
  method: 'GET',
  path: '/V1/carts/mine/coupons',
  service: 'quoteCouponManagementV1',
  operation: 'get',
  summary: "Read the coupon of the caller's own cart.",
  access: self,
  input: { cartId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.optional(t.string),
  handle: async ({ cartId }, call) => (await getActiveCart(call, cartId)).coupon_code,
});

export const getGuestCoupon = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId/coupons',
  service: 'quoteGuestCouponManagementV1',
  operation: 'get',
  summary: "Read the coupon of a guest's cart.",
  access: anonymous,
  input: { cartId: t.string },
  output: t.optional(t.string),
  handle: async ({ cartId }, call) => (await getActiveMaskedCart(call, cartId)).coupon_code,
});

export const setCartCoupon = route({
  method: 'PUT',
  path: '/V1/carts/:cartId/coupons/:couponCode',
  service: 'quoteCouponManagementV1',
  operation: 'set',
  summary: 'Set the coupon of a cart.',
  access: manage,
  input: { cartId: t.integer, couponCode: t.string },
  captcha: 'sales_rule_coupon_request',
  recaptcha: 'coupon_code',
  transaction: false,
  output: t.boolean,
  handle: ({ cartId, couponCode }, call) =>
    applyCoupon(
      call,
      async (inside) => {
        const cart = await getActiveCart(inside, cartId);
        return { cart, cartId: cart.id };
      },
      couponCode,
    ),
});

export const setOwnCoupon = route({
  method: 'PUT',
  path: '/V1/carts/mine/coupons/:couponCode',
  service: 'quoteCouponManagementV1',
  operation: 'set',
  summary: "Set the coupon of the caller's own cart.",
  access: self,
  input: { cartId: t.integer, couponCode: t.string },
  forced: { cartId: 'cart_id' },
  captcha: 'sales_rule_coupon_request',
  recaptcha: 'coupon_code',
  transaction: false,
  output: t.boolean,
  handle: ({ cartId, couponCode }, call) =>
    applyCoupon(
      call,
      async (inside) => {
        const cart = await getActiveCart(inside, cartId);
        return { cart, cartId: cart.id };
      },
      couponCode,
    ),
});

export const setGuestCoupon = route({
  method: 'PUT',
  path: '/V1/guest-carts/:cartId/coupons/:couponCode',
  service: 'quoteGuestCouponManagementV1',
  operation: 'set',
  summary: "Set the coupon of a guest's cart.",
  access: anonymous,
  input: { cartId: t.string, couponCode: t.string },
  captcha: 'sales_rule_coupon_request',
  recaptcha: 'coupon_code',
  transaction: false,
  output: t.boolean,
  handle: ({ cartId, couponCode }, call) =>
    applyCoupon(
      call,
      async (inside) => {
        const cart = await getActiveMaskedCart(inside, cartId);
        return { cart, cartId: String(cart.id) };
      },
      couponCode,
    ),
});

export const deleteCartCoupon = route({
  method: 'DELETE',
  path: '/V1/carts/:cartId/coupons',
  service: 'quoteCouponManagementV1',
  operation: 'remove',
  summary: 'Take the coupon off a cart.',
  access: manage,
  input: { cartId: t.integer },
  output: t.boolean,
  handle: async ({ cartId }, call) => {
    const cart = await getActiveCart(call, cartId);
    await removeCoupon(call, cart, cart.id);
    return true;
  },
});

export const deleteOwnCoupon = route({
  method: 'DELETE',
  path: '/V1/carts/mine/coupons',
  service: 'quoteCouponManagementV1',
  operation: 'remove',
  summary: "Take the coupon off the caller's own cart.",
  access: self,
  input: { cartId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.boolean,
  handle: async ({ cartId }, call) => {
    const cart = await getActiveCart(call, cartId);
    await removeCoupon(call, cart, cart.id);
    return true;
  },
});

export const deleteGuestCoupon = route({
  method: 'DELETE',
  path: '/V1/guest-carts/:cartId/coupons',
  service: 'quoteGuestCouponManagementV1',
  operation: 'remove',
  summary: "Take the coupon off a guest's cart.",
  access: anonymous,
  input: { cartId: t.string },
  output: t.boolean,
  handle: async ({ cartId }, call) => {
    const cart = await getActiveMaskedCart(call, cartId);
    await removeCoupon(call, cart, String(cart.id));
    return true;
  },
});

/** Routes of coupons. */
export const couponRoutes = [
  getCartCoupon,
  getOwnCoupon,
  getGuestCoupon,
  setCartCoupon,
  setOwnCoupon,
  setGuestCoupon,
  deleteCartCoupon,
  deleteOwnCoupon,
  deleteGuestCoupon,
];
