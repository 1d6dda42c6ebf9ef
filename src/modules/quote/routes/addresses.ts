import { entity } from '../../../kernel/entity.ts';
import { acl, anonymous, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { checkGuestCheckout } from '../place/guest-checkout.ts';
import { getActiveMaskedCart } from '../cart/load.ts';
import { cartRoutes } from '../extensions.ts';
import { showAddress } from '../addresses/address.ts';
import { assignBillingAddress } from '../addresses/billing.ts';
import { QuoteAddress } from '../types.ts';

const manage = acl('Magento_Cart::manage');

const getBillingAddress = cartRoutes({
  method: 'GET',
  path: '/V1/carts/:cartId/billing-address',
  service: 'quoteBillingAddressManagementV1',
  guestService: 'quoteGuestBillingAddressManagementV1',
  operation: 'get',
  summary: (cart) => `Read where ${cart} is billed.`,
  access: manage,
  input: {},
  output: QuoteAddress,
  handle: async (_, call, cart) => showAddress((await cart.read(call)).billing),
});

const setBillingAddress = cartRoutes({
  ways: ['any', 'own'],
  method: 'POST',
  path: '/V1/carts/:cartId/billing-address',
  service: 'quoteBillingAddressManagementV1',
  operation: 'assign',
  summary: (cart) => `Set where ${cart} is billed, and shipped to if told.`,
  access: manage,
  input: { address: QuoteAddress, useForShipping: t.optional(t.boolean) },
  output: t.integerText,
  handle: async ({ address, useForShipping }, call, cart) =>
    String(await assignBillingAddress(call, await cart.read(call), address, useForShipping ?? false)),
});

/** Unlike the others, it answers the id as a number. */
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
export const addressRoutes = [...getBillingAddress, ...setBillingAddress, setGuestBillingAddress];
