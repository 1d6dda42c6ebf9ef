import { entity } from '../../../kernel/entity.ts';
import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { getActiveCart, getActiveMaskedCart } from '../cart/load.ts';
import { listPaymentMethods, selectPayment, showPayment } from '../payment/select.ts';
import { Payment, PaymentMethod } from '../types.ts';

const manage = acl('Magento_Cart::manage');

export const getCartPaymentMethods = route({
  method: 'GET',
  path: '/V1/carts/:cartId/payment-methods',
  service: 'quotePaymentMethodManagementV1',
  operation: 'getList',
  summary: 'List how a cart can be paid.',
  access: manage,
  input: { cartId: t.integer },
  output: t.array(PaymentMethod),
  handle: async ({ cartId }, call) => listPaymentMethods(call, await getActiveCart(call, cartId)),
});

export const getOwnPaymentMethods = route({
  method: 'GET',
  path: '/V1/carts/mine/payment-methods',
  service: 'quotePaymentMethodManagementV1',
  operation: 'getList',
  summary: "List how the caller's own cart can be paid.",
  access: self,
  input: { cartId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.array(PaymentMethod),
  handle: async ({ cartId }, call) => listPaymentMethods(call, await getActiveCart(call, cartId)),
});

export const getGuestPaymentMethods = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId/payment-methods',
  service: 'quoteGuestPaymentMethodManagementV1',
  operation: 'getList',
  summary: "List how a guest's cart can be paid.",
  access: anonymous,
  input: { cartId: t.string },
  output: t.array(PaymentMethod),
  handle: async ({ cartId }, call) => listPaymentMethods(call, await getActiveMaskedCart(call, cartId)),
});

export const getCartPayment = route({
  method: 'GET',
  path: '/V1/carts/:cartId/selected-payment-method',
  service: 'quotePaymentMethodManagementV1',
  operation: 'get',
  summary: 'Read how a cart is to be paid.',
  access: manage,
  input: { cartId: t.integer },
  output: t.optional(Payment),
  handle: async ({ cartId }, call) => showPayment(await getActiveCart(call, cartId)),
});

export const getOwnPayment = route({
  method: 'GET',
  path: '/V1/carts/mine/selected-payment-method',
  service: 'quotePaymentMethodManagementV1',
  operation: 'get',
  summary: "Read how the caller's own cart is to be paid.",
  access: self,
  input: { cartId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.optional(Payment),
  handle: async ({ cartId }, call) => showPayment(await getActiveCart(call, cartId)),
});

export const getGuestPayment = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId/selected-payment-method',
  service: 'quoteGuestPaymentMethodManagementV1',
  operation: 'get',
  summary: "Read how a guest's cart is to be paid.",
  access: anonymous,
  input: { cartId: t.string },
  output: t.optional(Payment),
  handle: async ({ cartId }, call) => showPayment(await getActiveMaskedCart(call, cartId)),
});

export const setCartPayment = route({
  method: 'PUT',
  path: '/V1/carts/:cartId/selected-payment-method',
  service: 'quotePaymentMethodManagementV1',
  operation: 'set',
  summary: 'Choose how a cart is paid.',
  access: manage,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.integer, method: Payment },
  output: t.string,
  handle: async ({ cartId, method }, call) =>
    String(await selectPayment(call, await getActiveCart(call, cartId), method)),
});

export const setOwnPayment = route({
  method: 'PUT',
  path: '/V1/carts/mine/selected-payment-method',
  service: 'quotePaymentMethodManagementV1',
  operation: 'set',
  summary: "Choose how the caller's own cart is paid.",
  access: self,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.integer, method: Payment },
  forced: { cartId: 'cart_id' },
  output: t.string,
  handle: async ({ cartId, method }, call) =>
    String(await selectPayment(call, await getActiveCart(call, cartId), method)),
});

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
export const paymentRoutes = [
  getCartPaymentMethods,
  getOwnPaymentMethods,
  getGuestPaymentMethods,
  getCartPayment,
  getOwnPayment,
  getGuestPayment,
  setCartPayment,
  setOwnPayment,
  setGuestPayment,
];
