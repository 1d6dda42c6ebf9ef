import { acl, anonymous, route, self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { messageOfCart, messageOfItem, writeCartMessage, writeItemMessage } from './messages.ts';
import { Message } from './types.ts';

const manage = acl('Magento_Sales::create');

export const getCartMessage = route({
  method: 'GET',
  path: '/V1/carts/:cartId/gift-message',
  service: 'giftMessageCartRepositoryV1',
  operation: 'get',
  summary: 'Read the gift message of a cart.',
  access: manage,
  input: { cartId: t.integer },
  output: t.optional(Message),
  handle: async ({ cartId }, call) => messageOfCart(call, await call.services.quote.activeCart(call, cartId)),
});

export const getOwnMessage = route({
  method: 'GET',
  path: '/V1/carts/mine/gift-message',
  service: 'giftMessageCartRepositoryV1',
  operation: 'get',
  summary: "Read the gift message of the caller's own cart.",
  access: self,
  input: { cartId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.optional(Message),
  handle: async ({ cartId }, call) => messageOfCart(call, await call.services.quote.activeCart(call, cartId)),
});

export const getGuestMessage = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId/gift-message',
  service: 'giftMessageGuestCartRepositoryV1',
  operation: 'get',
  summary: "Read the gift message of a guest's cart.",
  access: anonymous,
  input: { cartId: t.string },
  output: t.optional(Message),
  handle: async ({ cartId }, call) => messageOfCart(call, await call.services.quote.activeMaskedCart(call, cartId)),
});

export const getCartItemMessage = route({
  method: 'GET',
  path: '/V1/carts/:cartId/gift-message/:itemId',
  service: 'giftMessageItemRepositoryV1',
  operation: 'get',
  summary: 'Read the gift message of an item of a cart.',
  access: manage,
  input: { cartId: t.integer, itemId: t.integer },
  output: t.optional(Message),
  handle: async ({ cartId, itemId }, call) =>
    messageOfItem(call, await call.services.quote.activeCart(call, cartId), itemId),
});

export const getOwnItemMessage = route({
  method: 'GET',
  path: '/V1/carts/mine/gift-message/:itemId',
  service: 'giftMessageItemRepositoryV1',
  operation: 'get',
  summary: "Read the gift message of an item of the caller's own cart.",
  access: self,
  input: { cartId: t.integer, itemId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.optional(Message),
  handle: async ({ cartId, itemId }, call) =>
    messageOfItem(call, await call.services.quote.activeCart(call, cartId), itemId),
});

export const getGuestItemMessage = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId/gift-message/:itemId',
  service: 'giftMessageGuestItemRepositoryV1',
  operation: 'get',
  summary: "Read the gift message of an item of a guest's cart.",
  access: anonymous,
  input: { cartId: t.string, itemId: t.integer },
  output: t.optional(Message),
  handle: async ({ cartId, itemId }, call) =>
    messageOfItem(call, await call.services.quote.activeMaskedCart(call, cartId), itemId),
});

export const saveCartMessage = route({
  method: 'POST',
  path: '/V1/carts/:cartId/gift-message',
  service: 'giftMessageCartRepositoryV1',
  operation: 'save',
  summary: 'Write the gift message of a cart.',
  access: manage,
  input: { cartId: t.integer, giftMessage: Message },
  output: t.boolean,
  handle: async ({ cartId, giftMessage }, call) => {
    await writeCartMessage(call, await call.services.quote.activeCart(call, cartId), giftMessage);
    return true;
  },
});

export const saveOwnMessage = route({
  method: 'POST',
  path: '/V1/carts/mine/gift-message',
  service: 'giftMessageCartRepositoryV1',
  operation: 'save',
  summary: "Write the gift message of the caller's own cart.",
  access: self,
  input: { cartId: t.integer, giftMessage: Message },
  forced: { cartId: 'cart_id' },
  output: t.boolean,
  handle: async ({ cartId, giftMessage }, call) => {
    await writeCartMessage(call, await call.services.quote.activeCart(call, cartId), giftMessage);
    return true;
  },
});

export const saveGuestMessage = route({
  method: 'POST',
  path: '/V1/guest-carts/:cartId/gift-message',
  service: 'giftMessageGuestCartRepositoryV1',
  operation: 'save',
  summary: "Write the gift message of a guest's cart.",
  access: anonymous,
  input: { cartId: t.string, giftMessage: Message },
  output: t.boolean,
  handle: async ({ cartId, giftMessage }, call) => {
    await writeCartMessage(call, await call.services.quote.activeMaskedCart(call, cartId), giftMessage);
    return true;
  },
});

export const saveCartItemMessage = route({
  method: 'POST',
  path: '/V1/carts/:cartId/gift-message/:itemId',
  service: 'giftMessageItemRepositoryV1',
  operation: 'save',
  summary: 'Write the gift message of an item of a cart.',
  access: manage,
  input: { cartId: t.integer, itemId: t.integer, giftMessage: Message },
  output: t.boolean,
  handle: async ({ cartId, itemId, giftMessage }, call) => {
    await writeItemMessage(call, await call.services.quote.activeCart(call, cartId), itemId, giftMessage);
    return true;
  },
});

export const saveOwnItemMessage = route({
  method: 'POST',
  path: '/V1/carts/mine/gift-message/:itemId',
  service: 'giftMessageItemRepositoryV1',
  operation: 'save',
  summary: "Write the gift message of an item of the caller's own cart.",
  access: self,
  input: { cartId: t.integer, itemId: t.integer, giftMessage: Message },
  forced: { cartId: 'cart_id' },
  output: t.boolean,
  handle: async ({ cartId, itemId, giftMessage }, call) => {
    await writeItemMessage(call, await call.services.quote.activeCart(call, cartId), itemId, giftMessage);
    return true;
  },
});

export const saveGuestItemMessage = route({
  method: 'POST',
  path: '/V1/guest-carts/:cartId/gift-message/:itemId',
  service: 'giftMessageGuestItemRepositoryV1',
  operation: 'save',
  summary: "Write the gift message of an item of a guest's cart.",
  access: anonymous,
  input: { cartId: t.string, itemId: t.integer, giftMessage: Message },
  output: t.boolean,
  handle: async ({ cartId, itemId, giftMessage }, call) => {
    await writeItemMessage(call, await call.services.quote.activeMaskedCart(call, cartId), itemId, giftMessage);
    return true;
  },
});

/** Routes of gift messages. */
export const messageRoutes = [
  getCartMessage,
  getOwnMessage,
  getGuestMessage,
  getCartItemMessage,
  getOwnItemMessage,
  getGuestItemMessage,
  saveCartMessage,
  saveOwnMessage,
  saveGuestMessage,
  saveCartItemMessage,
  saveOwnItemMessage,
  saveGuestItemMessage,
];
