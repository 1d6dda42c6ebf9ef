import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { self, type Method, type Route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { orderGuarded, paying, showDetails } from '../checkout/extensions.ts';
import { PaymentDetails } from '../checkout/types.ts';
import { CartCards } from '../gift-card-account/types.ts';
import type { StoredCart } from '../quote/service.ts';
import { QuoteTotals } from '../quote/totals-types.ts';
import { QuoteAddress, ShippingMethod } from '../quote/types.ts';

/** Finds the calling buyer's cart with an id. Throws where the caller may not use it so. */
type BuyersCart = (call: Call, id: number) => Promise<StoredCart>;

/** A route without its path, service and summary. */
type RoutePart<I extends t.Fields, O extends t.Type, M extends Method, N extends string> = Pick<
  Route<I, O, M, string, string, N>,
  'method' | 'operation' | 'reads' | 'captcha' | 'recaptcha' | 'entity' | 'input' | 'output' | 'transaction' | 'handle'
>;

function part<I extends t.Fields, O extends t.Type, M extends Method, N extends string>(
  declared: RoutePart<I, O, M, N>,
) {
  return { ...declared, access: self };
}

const entityOfPath = entity('cart', 'cartId');
const cartId = t.integer;
const { input: payment, captcha, recaptcha } = paying;
const payingInput = { cartId, ...payment };

/**
 * Common parts of the checkout routes of carts that are not the customer's own one, such as those of negotiated quotes. `read`
 * finds a cart to show it; `toOrder` finds a cart to prepare its order.
 */
export function checkoutParts(read: BuyersCart, toOrder: BuyersCart) {
  return { ...addressParts(read, toOrder), ...cardParts(toOrder), ...paymentParts(read, toOrder) };
}

function addressParts(read: BuyersCart, toOrder: BuyersCart) {
  return {
    setBillingAddress: part({
      method: 'POST',
      operation: 'assign',
      entity: entityOfPath,
      input: { cartId, address: QuoteAddress, useForShipping: t.optional(t.boolean) },
      output: t.integer,
      handle: async ({ cartId: id, address, useForShipping }, call) =>
        call.services.quote.assignBillingAddress(call, await toOrder(call, id), address, useForShipping ?? false),
    }),
    estimateShipping: part({
      method: 'POST',
      operation: 'estimateByExtendedAddress',
      reads: true,
      entity: entityOfPath,
      input: { cartId, address: QuoteAddress },
      output: t.array(ShippingMethod),
      handle: async ({ cartId: id, address }, call) =>
        call.services.quote.estimateShipping(call, await read(call, id), address),
    }),
    estimateShippingById: part({
      method: 'POST',
      operation: 'estimateByAddressId',
      reads: true,
      entity: entityOfPath,
      input: { cartId, addressId: t.integer },
      output: t.array(ShippingMethod),
      handle: async ({ cartId: id, addressId }, call) =>
        call.services.quote.estimateByAddressId(call, await read(call, id), addressId),
    }),
  };
}

function cardParts(toOrder: BuyersCart) {
  return {
    addCard: part({
      method: 'POST',
      operation: 'saveByQuoteId',
      entity: entityOfPath,
      input: { cartId, giftCardAccountData: CartCards },
      output: t.boolean,
      async handle({ cartId: id, giftCardAccountData }, call) {
        const [code] = giftCardAccountData.gift_cards ?? [];
        if (code === undefined) throw platformErrors.required({ fieldName: 'gift_cards' });
        await call.services.giftCardAccount.addCard(call, await toOrder(call, id), code, id);
        return true;
      },
    }),
    removeCard: part({
      method: 'DELETE',
      operation: 'deleteByQuoteId',
      entity: entityOfPath,
      input: { cartId, giftCardCode: t.secret(t.string, 'money') },
      output: t.boolean,
      async handle({ cartId: id, giftCardCode }, call) {
        await call.services.giftCardAccount.removeCard(call, await toOrder(call, id), giftCardCode, id);
        return true;
      },
    }),
  };
}

function paymentParts(read: BuyersCart, toOrder: BuyersCart) {
  return {
    getPaymentInformation: part({
      method: 'GET',
      operation: 'getPaymentInformation',
      input: { cartId },
      output: PaymentDetails,
      handle: async ({ cartId: id }, call) =>
        showDetails(call, await call.services.quote.evaluate(call, await read(call, id))),
    }),
    setPaymentInformation: part({
      method: 'POST',
      operation: 'savePaymentInformation',
      captcha,
      recaptcha,
      entity: entityOfPath,
      input: payingInput,
      output: t.integerFlag,
      async handle({ cartId: id, ...input }, call) {
        await call.services.quote.savePaymentInformation(call, await toOrder(call, id), input);
        return 1;
      },
    }),
    placeOrder: part({
      method: 'POST',
      operation: 'savePaymentInformationAndPlaceOrder',
      captcha,
      recaptcha,
      entity: entityOfPath,
      input: payingInput,
      output: t.integer,
      transaction: false,
      handle: ({ cartId: id, ...input }, call) => orderGuarded(call, (inside) => toOrder(inside, id), input),
    }),
    getTotals: part({
      method: 'GET',
      operation: 'get',
      input: { cartId },
      output: QuoteTotals,
      async handle({ cartId: id }, call) {
        const { quote } = call.services;
        return quote.showTotals(call, await quote.evaluate(call, await read(call, id)));
      },
    }),
  };
}
