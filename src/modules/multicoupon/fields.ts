import type { Call } from '../../kernel/call.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import type { CartTotalsExtension } from '../quote/totals/extensions.ts';
import type { OrderExtension, StoredOrder } from '../sales/extensions.ts';
import { hasCoupons, withCoupons } from './coupons.ts';

declare module '../quote/document-extensions.ts' {
  interface OrderExtensions {
    /** The coupons of an order that was created with them; those of a cart's order are among its own fields. */
    readonly coupon_codes?: readonly string[];
    /** The discount of each coupon, in the currency of the order. */
    readonly coupon_discounts?: readonly string[];
  }
}

/** Adds the coupons to carts, and reads them from requests. */
export const couponsOfCarts: CartExtension = {
  fields: ['coupon_codes'],
  load: async (call, carts) => ({
    carts: new Map(carts.map((cart) => [cart.id, named(call.services.quote.couponsOf(cart))])),
  }),
  save: async (call, cart, { coupon_codes }) => (isTexts(coupon_codes) ? couponFieldsOf(call, cart, coupon_codes) : {}),
};

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

async function couponFieldsOf(call: Call, cart: StoredCart, codes: readonly string[]) {
  if (hasCoupons(call, cart, codes)) return {};
  const { coupon_code, more_coupon_codes } = (await withCoupons(call, cart, codes)).cart;
  return { coupon_code, more_coupon_codes };
}

/** Adds the applied coupons to the totals of carts; orders store the discount of each. */
export const couponsOfTotals: CartTotalsExtension = {
  load: (_, __, { coupons }) => {
    const labels = coupons.map(({ label }) => label).filter((label) => label !== '');
    return {
      totals: {
        ...named(coupons.map(({ code }) => code)),
        ...(labels.length > 0 ? { coupons_labels: labels } : {}),
      },
    };
  },
  draft: ({ coupons }) =>
    coupons.length > 0 ? { coupon_discounts: coupons.map(({ discount }) => discount.amount.toFixed(4)) } : {},
};

/** Adds the coupons to orders; an order written by a client keeps its given coupons. */
export const couponsOfOrders: OrderExtension = {
  fields: ['coupon_codes', 'coupon_discounts'],
  load: async (_, { orders }) => ({ orders: new Map(orders.map((order) => [order.id, shownWith(order)])) }),
  save: async (_, { coupon_codes, coupon_discounts }) => ({
    ...(isTexts(coupon_codes) ? { coupon_codes } : {}),
    ...(isTexts(coupon_discounts) ? { coupon_discounts } : {}),
  }),
};

function shownWith({ fields, moreCoupons = [], coupon_codes, coupon_discounts }: StoredOrder) {
  const own = fields.coupon_code ? [fields.coupon_code, ...moreCoupons] : [];
  return { ...named(coupon_codes ?? own), ...(coupon_discounts ? { coupon_discounts } : {}) };
}

function named(codes: readonly string[]) {
  return codes.length > 0 ? { coupon_codes: codes } : {};
}
