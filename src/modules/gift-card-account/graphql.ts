import {
  extendType,
  inputTypes,
  mutations,
  objectType,
  queries,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { round } from '../../kernel/money.ts';
import type { EvaluatedCart } from '../quote/service.ts';
import { findAccount, isGood, type AccountRow } from './accounts.ts';
import { addingRoute, checkingRoute } from './cart-routes.ts';
import { addCard, removeCard, sharesIn } from './carts.ts';
import { fromCents } from './cents.ts';
import { giftCardErrors } from './errors.ts';
import { redeemCard } from './redeem.ts';
import type { CardShare } from './shares.ts';

const values = valueTypes({
  ApplyGiftCardToCartOutput: { cart: 'Cart!' },
  ApplyGiftCardToOrder: { applied_balance: 'Money', code: 'String @money' },
  RemoveGiftCardFromCartOutput: { cart: 'Cart!' },
});
const named = { cart_id: 'String!', gift_card_code: 'String! @money' } as const;
const inputs = inputTypes({
  ApplyGiftCardToCartInput: named,
  GiftCardAccountInput: { gift_card_code: 'String! @money' },
  RemoveGiftCardFromCartInput: named,
});

/** A card of a cart, and the amount that the cart uses. */
interface AppliedCard {
  readonly share: CardShare;
  readonly evaluated: EvaluatedCart;
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    AppliedGiftCard: AppliedCard;
    GiftCardAccount: AccountRow;
  }
}

const money = (value: number, currency: string | null | undefined) => ({
  value,
  currency: (currency ?? 'USD') as 'USD',
});

const applied = objectType('AppliedGiftCard', (t) => ({
  applied_balance: t.field('Money', ({ share, evaluated: { currencies } }) =>
    money(share.amount.toNumber(), currencies.displayed),
  ),
  code: t.field('String @money', ({ share }) => share.code),
  current_balance: t.field('Money', ({ share, evaluated: { currencies, input } }) =>
    money(round(share.balance.times(input.currencyRate)).toNumber(), currencies.displayed),
  ),
  expiration_date: t.field('String', ({ share }) => share.expires),
}));

const account = objectType('GiftCardAccount', (t) => ({
  balance: t.field('Money', ({ balance }, _, call) => call.services.storefront.money(call)(fromCents(balance))),
  code: t.field('String @money', ({ code }) => code),
  expiration_date: t.field('String', ({ date_expires: date }) => date),
}));

const ofCarts = extendType('Cart', (t) => ({
  applied_gift_cards: t.field('[AppliedGiftCard]', async (source, _, call) => {
    if (!source.cart.gift_card_ids?.length) return [];
    const evaluated = await call.services.quote.evaluatedOf(call, source);
    return (await sharesIn(call, evaluated)).map((share) => ({ share, evaluated }));
  }),
}));

const ofOrders = extendType('CustomerOrder', (t) => ({
  applied_gift_cards: t.field('[ApplyGiftCardToOrder]', ({ order: { fields, gift_cards: cards = [] } }) =>
    cards.map(({ code, amount }) => ({
      code,
      applied_balance: money(amount, fields.order_currency_code),
    })),
  ),
}));

const ofTotals = extendType('OrderTotal', (t) => ({
  total_giftcard: t.field('Money', ({ order: { fields, gift_cards_amount: value = 0 } }) =>
    money(value, fields.order_currency_code),
  ),
}));

const cardQueries = queries((t) => ({
  giftCardAccount: t.field(
    'GiftCardAccount',
    { input: 'GiftCardAccountInput!' },
    async (_, { input }, call) => {
      const found = await findAccount(call, input.gift_card_code.trim());
      if (!found || !isGood(call, found, call.scope.websiteId)) throw giftCardErrors.unknownCode();
      return found;
    },
    { like: checkingRoute },
  ),
}));

const cardMutations = mutations((t) => ({
  applyGiftCardToCart: t.field(
    'ApplyGiftCardToCartOutput',
    { input: 'ApplyGiftCardToCartInput' },
    (_, { input }, call) => {
      if (!input) throw giftCardErrors.noCode();
      const { cart_id: id, gift_card_code: code } = input;
      return call.services.quote.changeStorefrontCart(call, id, (cart) => addCard(call, cart, code.trim(), id));
    },
    { like: addingRoute },
  ),
  redeemGiftCardBalanceAsStoreCredit: t.field(
    'GiftCardAccount',
    { input: 'GiftCardAccountInput!' },
    (_, { input }, call) => redeemCard(call, input.gift_card_code.trim()),
    { like: checkingRoute, customersOnly: true },
  ),
  removeGiftCardFromCart: t.field(
    'RemoveGiftCardFromCartOutput',
    { input: 'RemoveGiftCardFromCartInput' },
    (_, { input }, call) => {
      if (!input) throw giftCardErrors.noCode();
      const { cart_id: id, gift_card_code: code } = input;
      return call.services.quote.changeStorefrontCart(call, id, (cart) => removeCard(call, cart, code.trim(), id));
    },
  ),
}));

/** Gift cards of carts and orders in GraphQL. */
export const giftCardGraphql = [
  values,
  inputs,
  applied,
  account,
  ofCarts,
  ofOrders,
  ofTotals,
  cardQueries,
  cardMutations,
];
