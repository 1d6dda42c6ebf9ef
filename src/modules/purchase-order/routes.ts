import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { route, self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { orderGuarded, paying as checkoutPaying, showDetails } from '../checkout/extensions.ts';
import { PaymentDetails } from '../checkout/types.ts';
import { CartCards } from '../gift-card-account/types.ts';
import { cartRoutes } from '../quote/extensions.ts';
import { QuoteTotals } from '../quote/totals-types.ts';
import { QuoteAddress, QuotePayment, ShippingMethod } from '../quote/types.ts';
import { cartToPay, ownCartOf } from './find.ts';
import { placePurchaseOrder } from './place.ts';

const access = self;
const one = entity('cart', 'cartId');
const cartId = t.integer;
const paying = { cartId, paymentMethod: QuotePayment, billingAddress: t.optional(QuoteAddress) };

const placeForOwnCart = cartRoutes({
  ...checkoutPaying,
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

const setBillingAddress = route({
  method: 'POST',
  path: '/V1/purchase-order-carts/:cartId/billing-address',
  service: 'purchaseOrderBillingAddressManagementV1',
  operation: 'assign',
  summary: "Set the billing address of the caller's purchase order, and the same shipping address if requested.",
  access,
  entity: one,
  input: { cartId, address: QuoteAddress, useForShipping: t.optional(t.boolean) },
  output: t.integer,
  handle: async ({ cartId: id, address, useForShipping }, call) =>
    call.services.quote.assignBillingAddress(call, await cartToPay(call, id), address, useForShipping ?? false),
});

const addCard = route({
  method: 'POST',
  path: '/V1/purchase-order-carts/:cartId/giftCards',
  service: 'purchaseOrderGiftCardAccountManagementV1',
  operation: 'saveByQuoteId',
  summary: "Pay the caller's purchase order with one more gift card.",
  access,
  entity: one,
  input: { cartId, giftCardAccountData: CartCards },
  output: t.boolean,
  async handle({ cartId: id, giftCardAccountData }, call) {
    const [code] = giftCardAccountData.gift_cards ?? [];
    if (code === undefined) throw platformErrors.required({ fieldName: 'gift_cards' });
    await call.services.giftCardAccount.addCard(call, await cartToPay(call, id), code, id);
    return true;
  },
});

const removeCard = route({
  method: 'DELETE',
  path: '/V1/purchase-order-carts/:cartId/giftCards/:giftCardCode',
  service: 'purchaseOrderGiftCardAccountManagementV1',
  operation: 'deleteByQuoteId',
  summary: "Take a gift card off the caller's purchase order.",
  access,
  entity: one,
  input: { cartId, giftCardCode: t.secret(t.string, 'money') },
  output: t.boolean,
  async handle({ cartId: id, giftCardCode }, call) {
    await call.services.giftCardAccount.removeCard(call, await cartToPay(call, id), giftCardCode, id);
    return true;
  },
});

const estimateShipping = route({
  method: 'POST',
  path: '/V1/purchase-order-carts/:cartId/estimate-shipping-methods',
  reads: true,
  service: 'purchaseOrderShipmentEstimationV1',
  operation: 'estimateByExtendedAddress',
  summary: "Estimate the shipping methods of the caller's purchase order for an address.",
  access,
  entity: one,
  input: { cartId, address: QuoteAddress },
  output: t.array(ShippingMethod),
  handle: async ({ cartId: id, address }, call) =>
    call.services.quote.estimateShipping(call, await ownCartOf(call, id), address),
});

const estimateShippingById = route({
  method: 'POST',
  path: '/V1/purchase-order-carts/:cartId/estimate-shipping-methods-by-address-id',
  reads: true,
  service: 'purchaseOrderShippingMethodManagementV1',
  operation: 'estimateByAddressId',
  summary: "Estimate the shipping methods of the caller's purchase order for an address of the caller.",
  access,
  entity: one,
  input: { cartId, addressId: t.integer },
  output: t.array(ShippingMethod),
  handle: async ({ cartId: id, addressId }, call) =>
    call.services.quote.estimateByAddressId(call, await ownCartOf(call, id), addressId),
});

const getPaymentInformation = route({
  method: 'GET',
  path: '/V1/purchase-order-carts/:cartId/payment-information',
  service: 'purchaseOrderPaymentInformationManagementV1',
  operation: 'getPaymentInformation',
  summary: "Read the payment methods and the totals of the caller's purchase order.",
  access,
  input: { cartId },
  output: PaymentDetails,
  handle: async ({ cartId: id }, call) =>
    showDetails(call, await call.services.quote.evaluate(call, await ownCartOf(call, id))),
});

const setPaymentInformation = route({
  method: 'POST',
  path: '/V1/purchase-order-carts/:cartId/set-payment-information',
  service: 'purchaseOrderPaymentInformationManagementV1',
  operation: 'savePaymentInformation',
  summary: "Set how the caller's purchase order is paid and where it is billed.",
  access,
  entity: one,
  input: paying,
  output: t.integerFlag,
  async handle({ cartId: id, ...input }, call) {
    await call.services.quote.savePaymentInformation(call, await cartToPay(call, id), input);
    return 1;
  },
});

const placeOrder = route({
  method: 'POST',
  path: '/V1/purchase-order-carts/:cartId/payment-information',
  service: 'purchaseOrderPaymentInformationManagementV1',
  operation: 'savePaymentInformationAndPlaceOrder',
  summary: "Set how the caller's purchase order is paid and where it is billed, and order it.",
  access,
  entity: one,
  input: paying,
  output: t.integer,
  transaction: false,
  handle({ cartId: id, ...input }, call) {
    const read = (inside: Call) => cartToPay(inside, id);
    return orderGuarded(call, read, input);
  },
});

const getTotals = route({
  method: 'GET',
  path: '/V1/purchase-order-carts/:cartId/totals',
  service: 'purchaseOrderCartTotalRepositoryV1',
  operation: 'get',
  summary: "Calculate the totals of the caller's purchase order.",
  access,
  input: { cartId },
  output: QuoteTotals,
  async handle({ cartId: id }, call) {
    const { quote } = call.services;
    return quote.showTotals(call, await quote.evaluate(call, await ownCartOf(call, id)));
  },
});

/** Routes by which buyers place purchase orders, and pay and order them. */
export const purchaseOrderRoutes = [
  ...placeForOwnCart,
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
