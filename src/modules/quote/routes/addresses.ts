import { entity } from '../../../kernel/entity.ts';
import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { checkGuestCheckout } from '../place/guest-checkout.ts';
import { getActiveCart, getActiveMaskedCart } from '../cart/load.ts';
import { showAddress } from '../addresses/address.ts';
import { assignBillingAddress } from '../addresses/billing.ts';
import { QuoteAddress } from '../types.ts';

const manage = acl('Magento_Cart::manage');

export const getCartBillingAddress = route({
  method: 'GET',
  path: '/V1/carts/:cartId/billing-address',
  service: 'quoteBillingAddressManagementV1',
  operation: 'get',
  summary: 'Read where a cart is billed.',
  access: manage,
  input: { cartId: t.integer },
  output: QuoteAddress,
  handle: async ({ cartId }, call) => showAddress((await getActiveCart(call, cartId)).billing),
});

export const getOwnBillingAddress = route({
  method: 'GET',
  path: '/V1/carts/mine/billing-address',
  service: 'quoteBillingAddressManagementV1',
  operation: 'get',
  summary: "Read where the caller's own cart is billed.",
  access: self,
  input: { cartId: t.integer },
  forced: { cartId: 'cart_id' },
  output: QuoteAddress,
  handle: async ({ cartId }, call) => showAddress((await getActiveCart(call, cartId)).billing),
});

export const getGuestBillingAddress = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId/billing-address',
  service: 'quoteGuestBillingAddressManagementV1',
  operation: 'get',
  summary: "Read where a guest's cart is billed.",
  access: anonymous,
  input: { cartId: t.string },
  output: QuoteAddress,
  handle: async ({ cartId }, call) => showAddress((await getActiveMaskedCart(call, cartId)).billing),
});

export const setCartBillingAddress = route({
  method: 'POST',
  path: '/V1/carts/:cartId/billing-address',
  service: 'quoteBillingAddressManagementV1',
  operation: 'assign',
  summary: 'Set where a cart is billed, and shipped to if told.',
  access: manage,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.integer, address: QuoteAddress, useForShipping: t.optional(t.boolean) },
  output: t.integerText,
  handle: async ({ cartId, address, useForShipping }, call) =>
    String(await assignBillingAddress(call, await getActiveCart(call, cartId), address, useForShipping ?? false)),
});

export const setOwnBillingAddress = route({
  method: 'POST',
  path: '/V1/carts/mine/billing-address',
  service: 'quoteBillingAddressManagementV1',
  operation: 'assign',
  summary: "Set where the caller's own cart is billed, and shipped to if told.",
  access: self,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.integer, address: QuoteAddress, useForShipping: t.optional(t.boolean) },
  forced: { cartId: 'cart_id' },
  output: t.integerText,
  handle: async ({ cartId, address, useForShipping }, call) =>
    String(await assignBillingAddress(call, await getActiveCart(call, cartId), address, useForShipping ?? false)),
});

export const setGuestBillingAddress = route({
  method: 'POST',
  path: '/V1/guest-carts/:cartId/billing-address',
  service: 'quoteGuestBillingAddressManagementV1',
  operation: 'assign',
  summary: "Set where a guest's cart is billed, and shipped to if told.",
  access: anonymous,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.string, address: QuoteAddress, useForShipping: t.optional(t.boolean) },
  output: t.integer,
  handle: async ({ cartId, address, useForShipping }, call) => {
    const cart = await getActiveMaskedCart(call, cartId);
    await checkGuestCheckout(call, cart);
    return assignBillingAddress(call, cart, address, useForShipping ?? false);
  },
});

/** Routes of billing addresses. */
export const addressRoutes = [
  getCartBillingAddress,
  getOwnBillingAddress,
  getGuestBillingAddress,
  setCartBillingAddress,
  setOwnBillingAddress,
  setGuestBillingAddress,
];
