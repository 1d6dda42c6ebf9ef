import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { route, self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { orderGuarded, showDetails } from '../checkout/extensions.ts';
import { PaymentDetails, ShippingInformation } from '../checkout/types.ts';
import type { StoredCart } from '../quote/service.ts';
import { QuoteAddress } from '../quote/types.ts';
import { isOfCallersCompany } from './buyers.ts';
import { negotiationErrors } from './errors.ts';
import { checkoutParts } from './extensions.ts';
import { negotiationsOf, requireNegotiation } from './negotiations.ts';
import { checkoutStates, unseenStates } from './states.ts';

const access = self;
const one = entity('cart', 'cartId');
const cartId = t.integer;

/**
 * The calling buyer's quote, or any one for a caller of the shop, who has every permission then. Throws 404 for a quote of another
 * buyer or of another company than that of the call, for a draft of the shop, and for a template.
 */
async function ownQuote(call: Call, id: number | string): Promise<StoredCart> {
  const cart = await call.services.quote.activeCart(call, id);
  const { type, id: callerId } = call.caller;
  const isReachable = type !== 'customer' || (cart.customer_id === callerId && isOfCallersCompany(call, cart));
  const negotiation = isReachable ? (await negotiationsOf(call, [cart])).get(cart.id) : undefined;
  if (!negotiation || unseenStates.includes(negotiation.status)) {
    throw platformErrors.noSuchEntity({ fieldName: 'cartId', fieldValue: id });
  }
  return cart;
}

/**
 * As `ownQuote`, to prepare its order. Throws also if the company does not let the buyer order, whoever calls, and while the shop works
 * on the quote.
 */
export async function quoteToOrder(call: Call, id: number | string): Promise<StoredCart> {
  const cart = await ownQuote(call, id);
  const mayOrder = await call.services.company.mayUse(call, cart, 'Magento_NegotiableQuote::checkout');
  if (!mayOrder) throw negotiationErrors.mayNotOrder();
  const { status } = await requireNegotiation(call, cart.id);
  if (!checkoutStates.includes(status)) throw negotiationErrors.wrongState([status]);
  return cart;
}

const parts = checkoutParts(ownQuote, quoteToOrder);

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
  ...parts.setBillingAddress,
  path: '/V1/negotiable-carts/:cartId/billing-address',
  service: 'negotiableQuoteBillingAddressManagementV1',
  summary: "Set the billing address of the caller's quote, and the same shipping address if requested.",
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
  ...parts.addCard,
  path: '/V1/negotiable-carts/:cartId/giftCards',
  service: 'negotiableQuoteGiftCardAccountManagementV1',
  summary: "Pay the caller's quote with one more gift card.",
});

const removeCard = route({
  ...parts.removeCard,
  path: '/V1/negotiable-carts/:cartId/giftCards/:giftCardCode',
  service: 'negotiableQuoteGiftCardAccountManagementV1',
  summary: "Take a gift card off the caller's quote.",
});

const estimateShipping = route({
  ...parts.estimateShipping,
  path: '/V1/negotiable-carts/:cartId/estimate-shipping-methods',
  service: 'negotiableQuoteShipmentEstimationV1',
  summary: "Estimate the shipping methods of the caller's quote for an address.",
  // The interface has a text here, and in `placeOrder`.
  input: { ...parts.estimateShipping.input, cartId: t.string },
  handle: async ({ cartId: id, address }, call) =>
    call.services.quote.estimateShipping(call, await ownQuote(call, id), address),
});

const estimateShippingById = route({
  ...parts.estimateShippingById,
  path: '/V1/negotiable-carts/:cartId/estimate-shipping-methods-by-address-id',
  service: 'negotiableQuoteShippingMethodManagementV1',
  summary: "Estimate the shipping methods of the caller's quote for an address of the caller.",
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
  ...parts.getPaymentInformation,
  path: '/V1/negotiable-carts/:cartId/payment-information',
  service: 'negotiableQuotePaymentInformationManagementV1',
  summary: "Read the payment methods and the totals of the caller's quote.",
});

const setPaymentInformation = route({
  ...parts.setPaymentInformation,
  path: '/V1/negotiable-carts/:cartId/set-payment-information',
  service: 'negotiableQuotePaymentInformationManagementV1',
  summary: "Set how the caller's quote is paid and where it is billed.",
});

const placeOrder = route({
  ...parts.placeOrder,
  path: '/V1/negotiable-carts/:cartId/payment-information',
  service: 'negotiableQuotePaymentInformationManagementV1',
  summary: "Set how the caller's quote is paid and where it is billed, and order it.",
  input: { ...parts.placeOrder.input, cartId: t.string },
  handle: ({ cartId: id, ...input }, call) => orderGuarded(call, (inside) => quoteToOrder(inside, id), input),
});

const getTotals = route({
  ...parts.getTotals,
  path: '/V1/negotiable-carts/:cartId/totals',
  service: 'negotiableQuoteCartTotalRepositoryV1',
  summary: "Calculate the totals of the caller's quote.",
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
