import type { Call } from '../../kernel/call.ts';
import {
  extendInput,
  extendType,
  inputTypes,
  ofReleases,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import type { CartItemUpdate } from '../quote/graphql/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import { allowsGiftMessage, findGiftMessages, writeCartGiftMessage, writeItemGiftMessage } from './gift-messages.ts';
import { giftMessageSettings } from './graphql-settings.ts';

const values = valueTypes({ GiftMessage: { from: 'String!', message: 'String!', to: 'String!' } });
const inputs = inputTypes({ GiftMessageInput: { from: 'String!', message: 'String!', to: 'String!' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

const messages = loader<number, GraphQLTypes['GiftMessage'] | null>(async (ids, call) => {
  const found = await findGiftMessages(call, ids);
  return ids.map((id) => {
    const one = found.get(id);
    return one ? { from: one.sender ?? '', message: one.message ?? '', to: one.recipient ?? '' } : null;
  });
});

/** The message with an id in GraphQL, read with the others of the response; null without an id. */
export function giftMessageView(call: Call, id: number | null | undefined) {
  return id == null ? null : messages(call, id);
}

const ofCart = extendType('Cart', (t) => ({
  gift_message: t.field('GiftMessage', ({ cart }, _, call) => giftMessageView(call, cart.gift_message_id)),
}));
const ofCartItems = (['SimpleCartItem', 'ConfigurableCartItem', 'BundleCartItem'] as const).map((name) =>
  extendType(name, (t) => ({
    gift_message: t.field('GiftMessage', ({ item }, _, call) => giftMessageView(call, item.gift_message_id)),
  })),
);
const ofOrder = extendType('CustomerOrder', (t) => ({
  gift_message: t.field('GiftMessage', ({ order }, _, call) => giftMessageView(call, order.giftMessageId)),
}));
const ofOrderItems = extendType('OrderItemInterface', (t) => ({
  gift_message: t.field('GiftMessage', ({ item }, _, call) => giftMessageView(call, item.giftMessageId)),
}));

const ofProducts = ofReleases({ release: '2.4.8' }, [
  extendType('ProductInterface', (t) => ({
    gift_message_available: t.field('Boolean!', ({ values }, _, call) =>
      allowsGiftMessage(call, values, call.scope.storeId),
    ),
  })),
]);

type MessageInput = GraphQLTypes['GiftMessageInput'];

const writtenMessage = ({ from, to, message }: MessageInput) => ({ sender: from, recipient: to, message });

/**
 * Whether a message in an input changes nothing. Storefronts send empty texts with other gift options, also where messages
 * are not allowed.
 */
function changesNothing({ message }: MessageInput, of: { readonly gift_message_id?: number } | undefined): boolean {
  return message.trim() === '' && of?.gift_message_id === undefined;
}

/** Writes the gift message in the update of an item; an empty message removes the existing one. */
export const updateGiftMessage: CartItemUpdate = async (call, cart, itemId, input) => {
  const message = input.gift_message as MessageInput | null | undefined;
  const item = cart.items.find(({ item_id }) => item_id === itemId);
  if (!message || changesNothing(message, item)) return cart;
  return writeItemGiftMessage(call, cart, itemId, writtenMessage(message));
};

/** Writes the message of a cart; an empty one removes it. Throws if messages are not allowed. */
export async function setCartGiftMessage(call: Call, cart: StoredCart, message: MessageInput): Promise<StoredCart> {
  return changesNothing(message, cart) ? cart : writeCartGiftMessage(call, cart, writtenMessage(message));
}

/** Gift messages of carts and orders. */
export const giftMessageGraphql = [
  values,
  inputs,
  ofCart,
  ...ofCartItems,
  ofOrder,
  ofOrderItems,
  ...ofProducts,
  extendInput('CartItemUpdateInput', { gift_message: 'GiftMessageInput' }),
  giftMessageSettings,
];
