import { route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { paying } from '../checkout/extensions.ts';
import { checkoutParts } from '../negotiable-quote/extensions.ts';
import { cartRoutes } from '../quote/extensions.ts';
import { cartToPay, ownCartOf } from './find.ts';
import { recordingFailures } from './order.ts';
import { placePurchaseOrder } from './place.ts';

const parts = checkoutParts(ownCartOf, cartToPay);

const placeForOwnCart = cartRoutes({
  ...paying,
  path: '/V1/carts/:cartId/po-payment-information',
  ways: ['own'],
  service: 'purchaseOrderPurchaseOrderPaymentInformationManagementV1',
  operation: 'savePaymentInformationAndPlacePurchaseOrder',
  summary: (cart) => `Set how ${cart} is paid and where it is billed, and place its purchase order.`,
  output: t.integer,
  transaction: false,
  handle: ({ paymentMethod, billingAddress }, call, cart) =>
    placePurchaseOrder(call, (inside) => cart.read(inside), { paymentMethod, billingAddress }),
});

const placeForQuote = route({
  ...parts.placeOrder,
  path: '/V1/negotiable-carts/:cartId/po-payment-information',
  release: '2.4.9',
  service: 'purchaseOrderNegotiableQuotePaymentInformationManagementV1',
  operation: 'savePaymentInformationAndPlacePurchaseOrder',
  summary: "Set how the caller's quote is paid and where it is billed, and place its purchase order.",
  handle: ({ cartId, ...input }, call) =>
    placePurchaseOrder(call, (inside) => call.services.negotiableQuote.quoteToOrder(inside, cartId), input),
});

const setBillingAddress = route({
  ...parts.setBillingAddress,
  path: '/V1/purchase-order-carts/:cartId/billing-address',
  service: 'purchaseOrderBillingAddressManagementV1',
  summary: "Set the billing address of the caller's purchase order, and the same shipping address if requested.",
});

const addCard = route({
  ...parts.addCard,
  path: '/V1/purchase-order-carts/:cartId/giftCards',
  service: 'purchaseOrderGiftCardAccountManagementV1',
  summary: "Pay the caller's purchase order with one more gift card.",
});

const removeCard = route({
  ...parts.removeCard,
  path: '/V1/purchase-order-carts/:cartId/giftCards/:giftCardCode',
  service: 'purchaseOrderGiftCardAccountManagementV1',
  summary: "Take a gift card off the caller's purchase order.",
});

const estimateShipping = route({
  ...parts.estimateShipping,
  path: '/V1/purchase-order-carts/:cartId/estimate-shipping-methods',
  service: 'purchaseOrderShipmentEstimationV1',
  summary: "Estimate the shipping methods of the caller's purchase order for an address.",
  // The interface has a text here.
  input: { ...parts.estimateShipping.input, cartId: t.string },
  handle: async ({ cartId: id, address }, call) =>
    call.services.quote.estimateShipping(call, await ownCartOf(call, id), address),
});

const estimateShippingById = route({
  ...parts.estimateShippingById,
  path: '/V1/purchase-order-carts/:cartId/estimate-shipping-methods-by-address-id',
  service: 'purchaseOrderShippingMethodManagementV1',
  summary: "Estimate the shipping methods of the caller's purchase order for an address of the caller.",
});

const getPaymentInformation = route({
  ...parts.getPaymentInformation,
  path: '/V1/purchase-order-carts/:cartId/payment-information',
  service: 'purchaseOrderPaymentInformationManagementV1',
  summary: "Read the payment methods and the totals of the caller's purchase order.",
});

const setPaymentInformation = route({
  ...parts.setPaymentInformation,
  path: '/V1/purchase-order-carts/:cartId/set-payment-information',
  service: 'purchaseOrderPaymentInformationManagementV1',
  summary: "Set how the caller's purchase order is paid and where it is billed.",
});

const placeOrder = route({
  ...parts.placeOrder,
  path: '/V1/purchase-order-carts/:cartId/payment-information',
  service: 'purchaseOrderPaymentInformationManagementV1',
  summary: "Set how the caller's purchase order is paid and where it is billed, and order it.",
  handle: (input, call, fields) =>
    recordingFailures(call, input.cartId, async () => parts.placeOrder.handle(input, call, fields)),
});

const getTotals = route({
  ...parts.getTotals,
  path: '/V1/purchase-order-carts/:cartId/totals',
  service: 'purchaseOrderCartTotalRepositoryV1',
  summary: "Calculate the totals of the caller's purchase order.",
});

/** Routes by which buyers place purchase orders, and pay and order them. */
export const purchaseOrderRoutes = [
  ...placeForOwnCart,
  placeForQuote,
  setBillingAddress,
  addCard,
  removeCard,
  estimateShipping,
  estimateShippingById,
  getPaymentInformation,
  setPaymentInformation,
  placeOrder,
  getTotals,
];
