import { acl } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { checkGuestCheckout } from '../place/guest-checkout.ts';
import { cartRoutes } from '../extensions.ts';
import { showAddress } from '../addresses/address.ts';
import { assignBillingAddress } from '../change/billing.ts';
import { QuoteAddress } from '../types.ts';

const manage = acl('Magento_Cart::manage');
const services = {
  service: 'quoteBillingAddressManagementV1',
  guestService: 'quoteGuestBillingAddressManagementV1',
} as const;

const getBillingAddress = cartRoutes({
  method: 'GET',
  path: '/V1/carts/:cartId/billing-address',
  ...services,
  operation: 'get',
  summary: (cart) => `Read where ${cart} is billed.`,
  access: manage,
  input: {},
  output: QuoteAddress,
  handle: async (_, call, cart) => showAddress(call, (await cart.read(call)).billing),
});

/** Responses to guests have the id as a number. */
const setBillingAddress = cartRoutes({
  method: 'POST',
  path: '/V1/carts/:cartId/billing-address',
  ...services,
  operation: 'assign',
  summary: (cart) => `Set the billing address of ${cart}, and the same shipping address if requested.`,
  access: manage,
  input: { address: QuoteAddress, useForShipping: t.optional(t.boolean) },
  output: t.integerText,
  guestOutput: t.integer,
  async handle({ address, useForShipping }, call, reached) {
    const cart = await reached.read(call);
    if (reached.isGuest) await checkGuestCheckout(call, cart);
    const id = await assignBillingAddress(call, cart, address, useForShipping ?? false);
    return reached.isGuest ? id : String(id);
  },
});

/** Routes of billing addresses. */
export const addressRoutes = [...getBillingAddress, ...setBillingAddress];
