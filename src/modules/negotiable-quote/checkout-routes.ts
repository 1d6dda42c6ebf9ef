import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { route, self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { orderGuarded, showDetails } from '../checkout/extensions.ts';
import { PaymentDetails, ShippingInformation } from '../checkout/types.ts';
import { CartCards } from '../gift-card-account/types.ts';
import type { StoredCart } from '../quote/service.ts';
import { QuoteTotals } from '../quote/totals-types.ts';
import { QuoteAddress, QuotePayment, ShippingMethod } from '../quote/types.ts';
import { negotiationErrors } from './errors.ts';
import { negotiationsOf, requireNegotiation } from './negotiations.ts';
import { checkoutStates, unseenStates } from './states.ts';

const access = self;
const one = entity('cart', 'cartId');
const cartId = t.integer;
const paying = { cartId, paymentMethod: QuotePayment, billingAddress: t.optional(QuoteAddress) };

/** The calling buyer's quote. Throws 404 for a quote of somebody else, for a draft of the shop, and for a template. */
async function ownQuote(call: Call, id: number): Promise<StoredCart> {
  const cart = await call.services.quote.activeCart(call, id);
  const isOwn = call.caller.type === 'customer' && cart.customer_id === call.caller.id;
  const negotiation = isOwn ? (await negotiationsOf(call, [cart])).get(id) : undefined;
  if (!negotiation || unseenStates.includes(negotiation.status)) {
    throw platformErrors.noSuchEntity({ fieldName: 'cartId', fieldValue: id });
  }
  return cart;
}

/** As `ownQuote`, to prepare its order. Throws also without the permission of the company, and while the shop works on the quote. */
async function quoteToOrder(call: Call, id: number): Promise<StoredCart> {
  const cart = await ownQuote(call, id);
  const mayOrder = await call.services.company.mayUse(call, call.caller.id, 'Magento_NegotiableQuote::checkout');
  if (!mayOrder) throw negotiationErrors.mayNotOrder();
  const { status } = await requireNegotiation(call, id);
  if (!checkoutStates.includes(status)) throw negotiationErrors.wrongState([status]);
  return cart;
}

const getBillingAddress = route({
  method: 'GET',
  path: '/V1/negotiable-carts/:cartId/billing-address',
  service: 'negotiableQuoteBillingAddressManagementV1',
  operation: 'get',
  summary: "Read the billing address of the caller's quote.",
  access,
  input: { cartId },
  output: QuoteAddress,
  handle: async ({ cartId: id }, call) => call.services.quote.showAddress(call, (await ownQuote(call, id)).billing),
});

const setBillingAddress = route({
  method: 'POST',
  path: '/V1/negotiable-carts/:cartId/billing-address',
  service: 'negotiableQuoteBillingAddressManagementV1',
  operation: 'assign',
  summary: "Set the billing address of the caller's quote, and the same shipping address if requested.",
  access,
  entity: one,
  input: { cartId, address: QuoteAddress, useForShipping: t.optional(t.boolean) },
  output: t.integer,
  handle: async ({ cartId: id, address, useForShipping }, call) =>
    call.services.quote.assignBillingAddress(call, await quoteToOrder(call, id), address, useForShipping ?? false),
});

const setCoupon = route({
  method: 'PUT',
  path: '/V1/negotiable-carts/:cartId/coupons/:couponCode',
  service: 'negotiableQuoteCouponManagementV1',
  operation: 'set',
  summary: "Set the coupon of the caller's quote.",
  access,
  entity: one,
  input: { cartId, couponCode: t.secret(t.string, 'coupon') },
  output: t.boolean,
  transaction: false,
  handle: ({ cartId: id, couponCode }, call) =>
    call.services.quote.applyCoupon(
      call,
      async (inside) => ({ cart: await quoteToOrder(inside, id), cartId: id }),
      couponCode,
    ),
});

const removeCoupon = route({
  method: 'DELETE',
  path: '/V1/negotiable-carts/:cartId/coupons',
  service: 'negotiableQuoteCouponManagementV1',
  operation: 'remove',
  summary: "Remove the coupon of the caller's quote.",
  access,
  entity: one,
  input: { cartId },
  output: t.boolean,
  async handle({ cartId: id }, call) {
    await call.services.quote.removeCoupons(call, await quoteToOrder(call, id), id);
    return true;
  },
});

const addCard = route({
  method: 'POST',
  path: '/V1/negotiable-carts/:cartId/giftCards',
  service: 'negotiableQuoteGiftCardAccountManagementV1',
  operation: 'saveByQuoteId',
  summary: "Pay the caller's quote with one more gift card.",
  access,
  entity: one,
  input: { cartId, giftCardAccountData: CartCards },
  output: t.boolean,
  async handle({ cartId: id, giftCardAccountData }, call) {
    const [code] = giftCardAccountData.gift_cards ?? [];
    if (code === undefined) throw platformErrors.required({ fieldName: 'gift_cards' });
    await call.services.giftCardAccount.addCard(call, await quoteToOrder(call, id), code, id);
    return true;
  },
});

const removeCard = route({
  method: 'DELETE',
  path: '/V1/negotiable-carts/:cartId/giftCards/:giftCardCode',
  service: 'negotiableQuoteGiftCardAccountManagementV1',
  operation: 'deleteByQuoteId',
  summary: "Take a gift card off the caller's quote.",
  access,
  entity: one,
  input: { cartId, giftCardCode: t.secret(t.string, 'money') },
  output: t.boolean,
  async handle({ cartId: id, giftCardCode }, call) {
    await call.services.giftCardAccount.removeCard(call, await quoteToOrder(call, id), giftCardCode, id);
    return true;
  },
});

const estimateShipping = route({
  method: 'POST',
  path: '/V1/negotiable-carts/:cartId/estimate-shipping-methods',
  reads: true,
  service: 'negotiableQuoteShipmentEstimationV1',
  operation: 'estimateByExtendedAddress',
  summary: "Estimate the shipping methods of the caller's quote for an address.",
  access,
  entity: one,
  input: { cartId, address: QuoteAddress },
  output: t.array(ShippingMethod),
  handle: async ({ cartId: id, address }, call) =>
    call.services.quote.estimateShipping(call, await ownQuote(call, id), address),
});

const estimateShippingById = route({
  method: 'POST',
  path: '/V1/negotiable-carts/:cartId/estimate-shipping-methods-by-address-id',
  reads: true,
  service: 'negotiableQuoteShippingMethodManagementV1',
  operation: 'estimateByAddressId',
  summary: "Estimate the shipping methods of the caller's quote for an address of the caller.",
  access,
  entity: one,
  input: { cartId, addressId: t.integer },
  output: t.array(ShippingMethod),
  handle: async ({ cartId: id, addressId }, call) =>
    call.services.quote.estimateByAddressId(call, await ownQuote(call, id), addressId),
});

const saveShipping = route({
  method: 'POST',
  path: '/V1/negotiable-carts/:cartId/shipping-information',
  service: 'negotiableQuoteShippingInformationManagementV1',
  operation: 'saveAddressInformation',
  summary: "Set where the caller's quote is shipped to and billed, and how it is shipped.",
  access,
  entity: one,
  input: { cartId, addressInformation: ShippingInformation },
  output: PaymentDetails,
  transaction: false,
  async handle({ cartId: id, addressInformation }, call) {
    const read = (inside: Call) => quoteToOrder(inside, id);
    return showDetails(call, await call.services.quote.saveShippingInformation(call, read, addressInformation));
  },
});

const getPaymentInformation = route({
  method: 'GET',
  path: '/V1/negotiable-carts/:cartId/payment-information',
  service: 'negotiableQuotePaymentInformationManagementV1',
  operation: 'getPaymentInformation',
  summary: "Read the payment methods and the totals of the caller's quote.",
  access,
  input: { cartId },
  output: PaymentDetails,
  handle: async ({ cartId: id }, call) =>
    showDetails(call, await call.services.quote.evaluate(call, await ownQuote(call, id))),
});

const setPaymentInformation = route({
  method: 'POST',
  path: '/V1/negotiable-carts/:cartId/set-payment-information',
  service: 'negotiableQuotePaymentInformationManagementV1',
  operation: 'savePaymentInformation',
  summary: "Set how the caller's quote is paid and where it is billed.",
  access,
  entity: one,
  input: paying,
  output: t.integerFlag,
  async handle({ cartId: id, ...input }, call) {
    await call.services.quote.savePaymentInformation(call, await quoteToOrder(call, id), input);
    return 1;
  },
});

const placeOrder = route({
  method: 'POST',
  path: '/V1/negotiable-carts/:cartId/payment-information',
  service: 'negotiableQuotePaymentInformationManagementV1',
  operation: 'savePaymentInformationAndPlaceOrder',
  summary: "Set how the caller's quote is paid and where it is billed, and order it.",
  access,
  entity: one,
  input: paying,
  output: t.integer,
  transaction: false,
  handle({ cartId: id, ...input }, call) {
    const read = (inside: Call) => quoteToOrder(inside, id);
    return orderGuarded(call, read, input);
  },
});

const getTotals = route({
  method: 'GET',
  path: '/V1/negotiable-carts/:cartId/totals',
  service: 'negotiableQuoteCartTotalRepositoryV1',
  operation: 'get',
  summary: "Calculate the totals of the caller's quote.",
  access,
  input: { cartId },
  output: QuoteTotals,
  async handle({ cartId: id }, call) {
    const { quote } = call.services;
    return quote.showTotals(call, await quote.evaluate(call, await ownQuote(call, id)));
  },
});

/** Routes by which buyers order their quotes. */
export const quoteCheckoutRoutes = [
  getBillingAddress,
  setBillingAddress,
  removeCoupon,
  setCoupon,
  estimateShipping,
  estimateShippingById,
  addCard,
  removeCard,
  getPaymentInformation,
  placeOrder,
  setPaymentInformation,
  saveShipping,
  getTotals,
];
