import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { acl, anonymous, route, self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes } from '../quote/extensions.ts';
import type { Cart, PaymentInformation } from '../quote/service.ts';
import { Totals } from '../quote/totals-types.ts';
import { Payment, QuoteAddress } from '../quote/types.ts';
import { passGuards } from './guards.ts';
import { PaymentDetails, ShippingInformation, TotalsInformation } from './types.ts';

const manage = acl('Magento_Cart::manage');

async function set(call: Call, cart: Cart, sent: PaymentInformation): Promise<number> {
  await call.services.quote.savePaymentInformation(call, cart, sent);
  return 1;
}

function pay(call: Call, read: (call: Call) => Promise<Cart>, sent: PaymentInformation): Promise<number> {
  const guarded = async (inside: Call): Promise<Cart> => {
    const cart = await read(inside);
    await passGuards(inside, cart.store_id, sent.paymentMethod);
    return cart;
  };
  return call.services.quote.payAndOrder(call, guarded, sent);
}

const saveShippingInformation = cartRoutes({
  method: 'POST',
  path: '/V1/carts/:cartId/shipping-information',
  service: 'checkoutShippingInformationManagementV1',
  guestService: 'checkoutGuestShippingInformationManagementV1',
  operation: 'saveAddressInformation',
  summary: (cart) => `Set where ${cart} is shipped to and billed, and how it is shipped.`,
  access: manage,
  input: { addressInformation: ShippingInformation },
  output: PaymentDetails,
  transaction: false,
  handle: ({ addressInformation }, call, cart) =>
    call.services.quote.saveShippingInformation(call, (inside) => cart.read(inside), addressInformation),
});

const calculateTotals = cartRoutes({
  method: 'POST',
  path: '/V1/carts/:cartId/totals-information',
  service: 'checkoutTotalsInformationManagementV1',
  guestService: 'checkoutGuestTotalsInformationManagementV1',
  operation: 'calculate',
  summary: (cart) => `Work out what ${cart} would come to at an address.`,
  access: manage,
  input: { addressInformation: TotalsInformation },
  output: Totals,
  handle: async ({ addressInformation }, call, cart) =>
    call.services.quote.calculateTotals(call, await cart.read(call), addressInformation),
});

const getPaymentInformation = cartRoutes({
  ways: ['own', 'guest'],
  method: 'GET',
  path: '/V1/carts/:cartId/payment-information',
  service: 'checkoutPaymentInformationManagementV1',
  guestService: 'checkoutGuestPaymentInformationManagementV1',
  operation: 'getPaymentInformation',
  summary: (cart) => `Read how ${cart} can be paid and what it comes to.`,
  access: manage,
  input: {},
  output: PaymentDetails,
  handle: async (_, call, cart) => call.services.quote.paymentDetails(call, await cart.read(call)),
});

export const setOwnPaymentInformation = route({
  method: 'POST',
  path: '/V1/carts/mine/set-payment-information',
  service: 'checkoutPaymentInformationManagementV1',
  operation: 'savePaymentInformation',
  summary: "Set how the caller's own cart is paid and where it is billed.",
  access: self,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.integer, paymentMethod: Payment, billingAddress: t.optional(QuoteAddress) },
  forced: { cartId: 'cart_id' },
  captcha: 'payment_processing_request',
  recaptcha: 'place_order',
  output: t.integerFlag,
  handle: async ({ cartId, paymentMethod, billingAddress }, call) =>
    set(call, await call.services.quote.activeCart(call, cartId), { paymentMethod, billingAddress }),
});

export const setGuestPaymentInformation = route({
  method: 'POST',
  path: '/V1/guest-carts/:cartId/set-payment-information',
  service: 'checkoutGuestPaymentInformationManagementV1',
  operation: 'savePaymentInformation',
  summary: "Set how a guest's cart is paid and where it is billed.",
  access: anonymous,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.string, email: t.string, paymentMethod: Payment, billingAddress: t.optional(QuoteAddress) },
  captcha: 'payment_processing_request',
  recaptcha: 'place_order',
  output: t.integerFlag,
  handle: async ({ cartId, email, paymentMethod, billingAddress }, call) =>
    set(call, await call.services.quote.activeMaskedCart(call, cartId), { email, paymentMethod, billingAddress }),
});

export const payOwn = route({
  method: 'POST',
  path: '/V1/carts/mine/payment-information',
  service: 'checkoutPaymentInformationManagementV1',
  operation: 'savePaymentInformationAndPlaceOrder',
  summary: "Set how the caller's own cart is paid and where it is billed, and order it.",
  access: self,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.integer, paymentMethod: Payment, billingAddress: t.optional(QuoteAddress) },
  forced: { cartId: 'cart_id' },
  captcha: 'payment_processing_request',
  recaptcha: 'place_order',
  output: t.integer,
  transaction: false,
  handle: ({ cartId, paymentMethod, billingAddress }, call) =>
    pay(call, (inside) => inside.services.quote.activeCart(inside, cartId), { paymentMethod, billingAddress }),
});

export const payGuest = route({
  method: 'POST',
  path: '/V1/guest-carts/:cartId/payment-information',
  service: 'checkoutGuestPaymentInformationManagementV1',
  operation: 'savePaymentInformationAndPlaceOrder',
  summary: "Set how a guest's cart is paid and where it is billed, and order it.",
  access: anonymous,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.string, email: t.string, paymentMethod: Payment, billingAddress: t.optional(QuoteAddress) },
  captcha: 'payment_processing_request',
  recaptcha: 'place_order',
  output: t.integer,
  transaction: false,
  handle: ({ cartId, email, paymentMethod, billingAddress }, call) =>
    pay(call, (inside) => inside.services.quote.activeMaskedCart(inside, cartId), {
      email,
      paymentMethod,
      billingAddress,
    }),
});

/** Routes of the checkout. */
export const checkoutRoutes = [
  ...saveShippingInformation,
  ...calculateTotals,
  ...getPaymentInformation,
  setOwnPaymentInformation,
  setGuestPaymentInformation,
  payOwn,
  payGuest,
];
