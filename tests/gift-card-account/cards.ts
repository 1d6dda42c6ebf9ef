import type { Json } from '../sales/shop.ts';
import { ok, unique, type Client } from '../support/client.ts';

/** Makes a gift card with so much on it; gives it as it was answered. */
export async function newCard(souk: { readonly admin: Client }, balance: number, over: Json = {}): Promise<Json> {
  const giftcardAccount = { code: unique('CARD'), balance, ...over };
  return ok(await souk.admin.post('/V1/giftcardaccounts', { giftcardAccount }));
}

/** A card as it is now. */
export async function cardNow(souk: { readonly admin: Client }, { account_id: id }: Json): Promise<Json> {
  return ok(await souk.admin.get(`/V1/giftcardaccounts/${id}`));
}

/** What the entries of a card's history add up to, in hundredths. */
export function sumOfHistory({ history }: Json): number {
  return history.reduce((sum: number, entry: Json) => sum + Math.round(entry.balance_delta * 100), 0);
}

/** What is sent to name gift cards. */
export const sentCards = (...gift_cards: string[]) => ({
  giftCardAccountData: {
    gift_cards,
    gift_cards_amount: 0,
    base_gift_cards_amount: 0,
    gift_cards_amount_used: 0,
    base_gift_cards_amount_used: 0,
  },
});

/** Has a customer's cart pay with a card. */
export const addCard = (me: Client, { code }: Json) => me.post('/V1/carts/mine/giftCards', sentCards(code));
