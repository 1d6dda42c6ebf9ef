import type { Call } from '../../kernel/call.ts';
import { acl } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes } from '../quote/extensions.ts';
import { QuoteTotals } from '../quote/totals-types.ts';
import { orderingRoutes, paying, showDetails } from './extensions.ts';
import { PaymentDetails, ShippingInformation, TotalsInformation } from './types.ts';

const manage = acl('Magento_Cart::manage');

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
  startsInTransaction: true,
  handle: async ({ addressInformation }, call, cart) => {
    const read = (inside: Call) => cart.readWithProducts(inside);
    return showDetails(call, await call.services.quote.saveShippingInformation(call, read, addressInformation));
  },
});

const calculateTotals = cartRoutes({
  method: 'POST',
  path: '/V1/carts/:cartId/totals-information',
  service: 'checkoutTotalsInformationManagementV1',
  guestService: 'checkoutGuestTotalsInformationManagementV1',
  operation: 'calculate',
  summary: (cart) => `Calculate the totals of ${cart} for an address.`,
  access: manage,
  input: { addressInformation: TotalsInformation },
  output: QuoteTotals,
  handle: async ({ addressInformation }, call, cart) =>
    call.services.quote.showTotals(
      call,
      await call.services.quote.calculateTotals(call, await cart.read(call), addressInformation),
      true,
    ),
});

const ownAndGuest = {
  ways: ['own', 'guest'],
  service: 'checkoutPaymentInformationManagementV1',
  guestService: 'checkoutGuestPaymentInformationManagementV1',
} as const;

const getPaymentInformation = cartRoutes({
  ...ownAndGuest,
  method: 'GET',
  path: '/V1/carts/:cartId/payment-information',
  operation: 'getPaymentInformation',
  summary: (cart) => `Read the payment methods and the totals of ${cart}.`,
  access: manage,
  input: {},
  output: PaymentDetails,
  handle: async (_, call, cart) => showDetails(call, await call.services.quote.evaluate(call, await cart.read(call))),
});

const setPaymentInformation = cartRoutes({
  ...paying,
  ...ownAndGuest,
  path: '/V1/carts/:cartId/set-payment-information',
  operation: 'savePaymentInformation',
  summary: (cart) => `Set how ${cart} is paid and where it is billed.`,
  output: t.integerFlag,
  async handle({ email, paymentMethod, billingAddress }, call, cart) {
    const input = { email, paymentMethod, billingAddress };
    await call.services.quote.savePaymentInformation(call, await cart.read(call), input);
    return 1;
  },
});

const payAndOrder = orderingRoutes({
  ...ownAndGuest,
  path: '/V1/carts/:cartId/payment-information',
  summary: (cart) => `Set how ${cart} is paid and where it is billed, and order it.`,
});

/** Routes of the checkout. */
export const checkoutRoutes = [
  ...saveShippingInformation,
  ...calculateTotals,
  ...getPaymentInformation,
  ...setPaymentInformation,
  ...payAndOrder,
];
