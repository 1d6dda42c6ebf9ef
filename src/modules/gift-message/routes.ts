import { acl } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes } from '../quote/extensions.ts';
import { giftMessageOfCart, giftMessageOfItem, writeCartGiftMessage, writeItemGiftMessage } from './gift-messages.ts';
import { GiftMessage } from './types.ts';

const access = acl('Magento_Sales::create');
const ofCart = {
  path: '/V1/carts/:cartId/gift-message',
  service: 'giftMessageCartRepositoryV1',
  guestService: 'giftMessageGuestCartRepositoryV1',
  access,
} as const;
const ofItem = {
  path: '/V1/carts/:cartId/gift-message/:itemId',
  service: 'giftMessageItemRepositoryV1',
  guestService: 'giftMessageGuestItemRepositoryV1',
  access,
} as const;

const getCartMessage = cartRoutes({
  ...ofCart,
  method: 'GET',
  operation: 'get',
  summary: (cart) => `Read the gift message of ${cart}.`,
  input: {},
  output: t.optional(GiftMessage),
  handle: async (_, call, cart) => giftMessageOfCart(call, await cart.read(call)),
});

const getItemMessage = cartRoutes({
  ...ofItem,
  method: 'GET',
  operation: 'get',
  summary: (cart) => `Read the gift message of an item of ${cart}.`,
  input: { itemId: t.integer },
  output: t.optional(GiftMessage),
  handle: async ({ itemId }, call, cart) => giftMessageOfItem(call, await cart.read(call), itemId),
});

const saveCartMessage = cartRoutes({
  ...ofCart,
  method: 'POST',
  operation: 'save',
  summary: (cart) => `Write the gift message of ${cart}.`,
  input: { giftMessage: GiftMessage },
  output: t.boolean,
  async handle({ giftMessage }, call, cart) {
    await writeCartGiftMessage(call, await cart.read(call), giftMessage);
    return true;
  },
});

const saveItemMessage = cartRoutes({
  ...ofItem,
  method: 'POST',
  operation: 'save',
  summary: (cart) => `Write the gift message of an item of ${cart}.`,
  input: { itemId: t.integer, giftMessage: GiftMessage },
  output: t.boolean,
  async handle({ itemId, giftMessage }, call, cart) {
    await writeItemGiftMessage(call, await cart.read(call), itemId, giftMessage);
    return true;
  },
});

/** Routes of gift messages. */
export const giftMessageRoutes = [...getCartMessage, ...getItemMessage, ...saveCartMessage, ...saveItemMessage];
