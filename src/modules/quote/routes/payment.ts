import { acl } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { cartRoutes } from '../extensions.ts';
import { listPaymentMethods, selectPayment, showPayment } from '../payment/select.ts';
import { QuotePayment, OfferedPaymentMethod } from '../types.ts';

const manage = acl('Magento_Cart::manage');

const services = {
  service: 'quotePaymentMethodManagementV1',
  guestService: 'quoteGuestPaymentMethodManagementV1',
} as const;

const getPaymentMethods = cartRoutes({
  ...services,
  method: 'GET',
  path: '/V1/carts/:cartId/payment-methods',
  operation: 'getList',
  summary: (cart) => `List how ${cart} can be paid.`,
  access: manage,
  input: {},
  output: t.array(OfferedPaymentMethod),
  handle: async (_, call, cart) => listPaymentMethods(call, await cart.read(call)),
});

const getPayment = cartRoutes({
  ...services,
  method: 'GET',
  path: '/V1/carts/:cartId/selected-payment-method',
  operation: 'get',
  summary: (cart) => `Read how ${cart} is to be paid.`,
  access: manage,
  input: {},
  output: t.optional(QuotePayment),
  handle: async (_, call, cart) => showPayment(await cart.read(call)),
});

/** The declared type of the response to guests is a number. */
const setPayment = cartRoutes({
  ...services,
  method: 'PUT',
  path: '/V1/carts/:cartId/selected-payment-method',
  operation: 'set',
  summary: (cart) => `Choose how ${cart} is paid.`,
  access: manage,
  input: { method: QuotePayment },
  output: t.string,
  guestOutput: t.integerText,
  handle: async ({ method }, call, cart) => String(await selectPayment(call, await cart.read(call), method)),
});

/** Routes of payment. */
export const paymentRoutes = [...getPaymentMethods, ...getPayment, ...setPayment];
