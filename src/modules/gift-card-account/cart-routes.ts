import type { Call } from '../../kernel/call.ts';
import { elementAt, firstOf } from '../../kernel/lists.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes, type CartOfRoute } from '../quote/extensions.ts';
import { addCard, balanceOf, removeCard, showCards } from './carts.ts';
import { giftCardErrors } from './errors.ts';
import { CartCards } from './types.ts';

const access = acl('Magento_GiftCardAccount::customer_giftcardaccount');
const service = 'giftCardAccountGiftCardAccountManagementV1';
const guestService = 'giftCardAccountGuestGiftCardAccountManagementV1';

const getCards = route({
  method: 'GET',
  path: '/V1/carts/:quoteId/giftCards',
  service,
  operation: 'getListByQuoteId',
  summary: 'Read which gift cards a cart is paid with.',
  access,
  input: { quoteId: t.integer },
  output: CartCards,
  handle: async ({ quoteId }, call) => showCards(call, await call.services.quote.activeCart(call, quoteId)),
});

const adding = {
  path: '/V1/carts/:cartId/giftCards',
  guestsBelowCarts: true,
  service,
  guestService,
  summary: (cart: string) => `Pay ${cart} with one more gift card.`,
  access,
  input: { giftCardAccountData: CartCards },
  output: t.boolean,
} as const;

async function handleAdding(
  { giftCardAccountData }: t.Arguments<typeof adding.input>,
  call: Call,
  cart: CartOfRoute,
): Promise<boolean> {
  const [code] = giftCardAccountData.gift_cards ?? [];
  if (code === undefined) throw giftCardErrors.noCode();
  await addCard(call, await cart.read(call), code, cart.id);
  return true;
}

const addToAny = cartRoutes({
  ...adding,
  ways: ['any'],
  method: 'PUT',
  operation: 'saveByQuoteId',
  handle: handleAdding,
});

const buyers = { method: 'POST', attempts: 'failed', captcha: 'gift_code_request', handle: handleAdding } as const;
const addToOwn = cartRoutes({ ...adding, ...buyers, ways: ['own'], operation: 'saveByQuoteId' });
const addToGuests = cartRoutes({ ...adding, ...buyers, ways: ['guest'], operation: 'addGiftCard' });

const removeCards = cartRoutes({
  method: 'DELETE',
  path: '/V1/carts/:cartId/giftCards/:giftCardCode',
  guestsBelowCarts: true,
  service,
  guestService,
  operation: 'deleteByQuoteId',
  summary: (cart) => `Take a gift card off ${cart}.`,
  access,
  input: { giftCardCode: t.secret(t.string, 'money') },
  output: t.boolean,
  async handle({ giftCardCode }, call, cart) {
    await removeCard(call, await cart.read(call), giftCardCode, cart.id);
    return true;
  },
});

const checkCards = cartRoutes({
  ways: ['own', 'guest'],
  method: 'GET',
  path: '/V1/carts/:cartId/checkGiftCard/:giftCardCode',
  guestsBelowCarts: true,
  service,
  guestService,
  operation: 'checkGiftCard',
  summary: (cart) => `Read the balance of a gift card, in the currency of ${cart}.`,
  access,
  attempts: 'failed',
  input: { giftCardCode: t.secret(t.string, 'money') },
  output: t.number,
  handle: async ({ giftCardCode }, call, cart) => balanceOf(call, await cart.read(call), giftCardCode),
});

/** The guest routes that add a card to a cart and check a balance, for reuse by other modules. */
export const addingRoute = firstOf(addToGuests);
export const checkingRoute = elementAt(checkCards, -1);

/** Routes of the gift cards of carts. */
export const cartCardRoutes = [getCards, ...addToAny, ...addToOwn, ...addToGuests, ...removeCards, ...checkCards];
