import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  inputTypes,
  mutations,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
} from '../../kernel/graphql.ts';
import type { StoredCart } from '../quote/service.ts';
import { addCoupons, removeCoupons, replaceCoupons } from './coupons.ts';
import { multicouponErrors } from './errors.ts';
import { enteringRoute } from './routes.ts';

const enums = enumTypes({ ApplyCouponsStrategy: ['APPEND', 'REPLACE'] });

const inputs = inputTypes({
  ApplyCouponsToCartInput: {
    cart_id: 'String!',
    coupon_codes: '[String]! @coupon',
    type: 'ApplyCouponsStrategy',
  },
  RemoveCouponsFromCartInput: { cart_id: 'String!', coupon_codes: '[String]! @coupon' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, InputTypesOf<typeof inputs> {}
}

/** The codes of an input without empty ones. */
function codesOf({ coupon_codes }: Pick<GraphQLTypes['ApplyCouponsToCartInput'], 'coupon_codes'>): string[] {
  return coupon_codes.flatMap((code) => (code == null || code.trim() === '' ? [] : [code]));
}

/** Changes the coupons of the caller's cart; returns the updated cart. */
function changing(call: Call, id: string, change: (cart: StoredCart) => Promise<void>) {
  return call.services.quote.changeStorefrontCart(call, id, async (cart) => {
    if (cart.items.length === 0) throw multicouponErrors.emptyCart();
    await change(cart);
  });
}

const couponMutations = mutations((t) => ({
  applyCouponsToCart: t.field(
    'ApplyCouponToCartOutput',
    { input: 'ApplyCouponsToCartInput' },
    (_, { input }, call) => {
      const codes = input ? codesOf(input) : [];
      // Adobe's cart component takes the last coupon off by replacing all of them with none.
      if (!input || (codes.length === 0 && input.type !== 'REPLACE')) throw multicouponErrors.noCodes();
      const apply = input.type === 'REPLACE' ? replaceCoupons : addCoupons;
      return changing(call, input.cart_id, (cart) => apply(call, cart, codes));
    },
    { like: enteringRoute },
  ),
  removeCouponsFromCart: t.field(
    'RemoveCouponFromCartOutput',
    { input: 'RemoveCouponsFromCartInput' },
    (_, { input }, call) => {
      if (!input) throw multicouponErrors.noCodes();
      return changing(call, input.cart_id, (cart) => removeCoupons(call, cart, codesOf(input)));
    },
  ),
}));

/** Several coupons of a cart in GraphQL. */
export const multicouponGraphql = [enums, inputs, couponMutations];
