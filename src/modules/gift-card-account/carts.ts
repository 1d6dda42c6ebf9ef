import type { Call } from '../../kernel/call.ts';
import { decimal, round } from '../../kernel/money.ts';
import type { EvaluatedCart, StoredCart } from '../quote/service.ts';
import type { CartTotals, AmountPair } from '../quote/totals/extensions.ts';
import { findAccount, findAccounts, isGood } from './accounts.ts';
import { amountOfCents } from './cents.ts';
import { giftCardErrors } from './errors.ts';
import { sharesOf, type Card, type CardShare } from './shares.ts';

declare module '../quote/document-extensions.ts' {
  interface CartExtensions {
    /** Ids of the gift cards that pay for the cart. */
    readonly gift_card_ids?: readonly number[];
  }
}

/** Code of the total. */
export const TOTAL = 'giftcardaccount';

/** The valid cards of a cart, in one query; omits spent, expired and deleted cards. */
export async function cardsOf(call: Call, cart: StoredCart): Promise<Card[]> {
  const ids = cart.gift_card_ids ?? [];
  const accounts = await findAccounts(call, ids);
  return ids.flatMap((id) => {
    const account = accounts.get(id);
    if (!account || account.balance === 0 || !isGood(call, account, cart.website_id)) return [];
    return [{ id, code: account.code, balance: amountOfCents(account.balance), expires: account.date_expires }];
  });
}

/** The amount that the cards of a cart pay; positive. */
export function paidIn({ added }: CartTotals): AmountPair {
  const { amount, base } = added.get(TOTAL) ?? { amount: decimal(0), base: decimal(0) };
  return { amount: round(amount.abs()), base: round(base.abs()) };
}

/** The amount that each card of an evaluated cart pays, in order of payment. One query. */
export async function sharesIn(call: Call, { cart, totals }: EvaluatedCart): Promise<CardShare[]> {
  return sharesOf(await cardsOf(call, cart), paidIn(totals));
}

/** Adds a card to a cart. Throws for an empty cart, and for an invalid card. */
export async function addCard(call: Call, cart: StoredCart, code: string, cartId: number | string): Promise<void> {
  if (cart.items.length === 0) throw giftCardErrors.emptyCart([cartId]);
  const account = await findAccount(call, code);
  const before = cart.gift_card_ids ?? [];
  if (!account || account.balance === 0 || !isGood(call, account, cart.website_id)) throw giftCardErrors.notAdded();
  if (before.includes(account.giftcardaccount_id)) throw giftCardErrors.notAdded();
  const isPaid = before.length > 0 && (await call.services.quote.totals(call, cart)).grandTotal.base.isZero();
  if (isPaid) throw giftCardErrors.notAdded();
  await call.services.quote.changeCart(call, cart, { gift_card_ids: [...before, account.giftcardaccount_id] });
}

/** Removes a card from a cart. Throws if the cart does not have the card. */
export async function removeCard(call: Call, cart: StoredCart, code: string, cartId: number | string): Promise<void> {
  if (cart.items.length === 0) throw giftCardErrors.emptyCartOnDelete([cartId]);
  const id = (await findAccount(call, code))?.giftcardaccount_id;
  const before = cart.gift_card_ids ?? [];
  if (id === undefined || !before.includes(id)) throw giftCardErrors.notRemoved();
  await call.services.quote.changeCart(call, cart, { gift_card_ids: before.filter((one) => one !== id) });
}

/** The balance of a card, in the currency of a cart. Throws 404 for a card that is not valid on its website. */
export async function balanceOf(call: Call, cart: StoredCart, code: string): Promise<number> {
  const account = await findAccount(call, code);
  if (!account || !isGood(call, account, cart.website_id)) throw giftCardErrors.unknownCode();
  return round(amountOfCents(account.balance).times(rateOf(call, cart))).toNumber();
}

/** The cards of a cart, their balance, and the amount that the cart uses. */
export async function showCards(call: Call, cart: StoredCart) {
  const cards = await cardsOf(call, cart);
  const base = cards.reduce((sum, card) => sum.plus(card.balance), decimal(0));
  const rate = rateOf(call, cart);
  const total = cards.reduce((sum, card) => sum.plus(round(card.balance.times(rate))), decimal(0));
  const paid = cards.length > 0 ? paidIn(await call.services.quote.totals(call, cart)) : undefined;
  return {
    gift_cards: cards.map(({ code }) => code),
    gift_cards_amount: total.toNumber(),
    base_gift_cards_amount: base.toNumber(),
    gift_cards_amount_used: paid?.amount.toNumber() ?? 0,
    base_gift_cards_amount_used: paid?.base.toNumber() ?? 0,
  };
}

/** Exchange rate from the base currency to the currency of a cart. */
function rateOf(call: Call, cart: StoredCart): number {
  return call.services.quote.currencies(call, cart).baseToDisplayed;
}
