import { entity } from '../../../kernel/entity.ts';
import { acl, anonymous, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { getActiveMaskedCart } from '../cart/load.ts';
import { cartRoutes } from '../extensions.ts';
import { listPaymentMethods, selectPayment, showPayment } from '../payment/select.ts';
import { Payment, PaymentMethod } from '../types.ts';

const manage = acl('Magento_Cart::manage');

const services = { service: 'quotePaymentMethodManagementV1', guestService: 'quoteGuestPaymentMethodManagementV1' };

const getPaymentMethods = cartRoutes({
  ...services,
  method: 'GET',
  path: '/V1/carts/:cartId/payment-methods',
  operation: 'getList',
  summary: (cart) => `List how ${cart} can be paid.`,
  access: manage,
  input: {},
  output: t.array(PaymentMethod),
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
  output: t.optional(Payment),
  handle: async (_, call, cart) => showPayment(await cart.read(call)),
});

const setPayment = cartRoutes({
  ...services,
  ways: ['any', 'own'],
  method: 'PUT',
  path: '/V1/carts/:cartId/selected-payment-method',
  operation: 'set',
  summary: (cart) => `Choose how ${cart} is paid.`,
  access: manage,
  input: { method: Payment },
  output: t.string,
  handle: async ({ method }, call, cart) => String(await selectPayment(call, await cart.read(call), method)),
});

/** Unlike the others, its answer is described as a number. */
export const setGuestPayment = route({
  method: 'PUT',
  path: '/V1/guest-carts/:cartId/selected-payment-method',
  service: 'quoteGuestPaymentMethodManagementV1',
  operation: 'set',
  summary: "Choose how a guest's cart is paid.",
  access: anonymous,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.string, method: Payment },
  output: t.integerText,
  handle: async ({ cartId, method }, call) =>
    String(await selectPayment(call, await getActiveMaskedCart(call, cartId), method)),
});

/** Routes of payment. */
export const paymentRoutes = [...getPaymentMethods, ...getPayment, ...setPayment, setGuestPayment];
