import {
  extendInput,
  extendType,
  inputTypes,
  ofReleases,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import type { CartItemUpdate } from '../quote/graphql/extensions.ts';
import { allowsGiftMessage, findGiftMessages, writeItemGiftMessage } from './gift-messages.ts';
import { giftMessageSettings } from './graphql-settings.ts';

const values = valueTypes({ GiftMessage: { from: 'String!', message: 'String!', to: 'String!' } });
const inputs = inputTypes({ GiftMessageInput: { from: 'String!', message: 'String!', to: 'String!' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

const messages = loader<number, { readonly from: string; readonly message: string; readonly to: string } | null>(
  async (ids, call) => {
    const found = await findGiftMessages(call, ids);
    return ids.map((id) => {
      const one = found.get(id);
      return one ? { from: one.sender ?? '', message: one.message ?? '', to: one.recipient ?? '' } : null;
    });
  },
);

const ofCart = extendType('Cart', (t) => ({
  gift_message: t.field('GiftMessage', ({ cart: { gift_message_id: id } }, _, call) =>
    id === undefined ? null : messages(call, id),
  ),
}));
const ofCartItems = (['SimpleCartItem', 'ConfigurableCartItem', 'BundleCartItem'] as const).map((name) =>
  extendType(name, (t) => ({
    gift_message: t.field('GiftMessage', ({ item: { gift_message_id: id } }, _, call) =>
      id === undefined ? null : messages(call, id),
    ),
  })),
);
const ofOrder = extendType('CustomerOrder', (t) => ({
  gift_message: t.field('GiftMessage', ({ order: { giftMessageId: id } }, _, call) =>
    id == null ? null : messages(call, id),
  ),
}));
const ofOrderItems = extendType('OrderItemInterface', (t) => ({
  gift_message: t.field('GiftMessage', ({ item: { giftMessageId: id } }, _, call) =>
    id == null ? null : messages(call, id),
  ),
}));

const ofProducts = ofReleases({ release: '2.4.8' }, [
  extendType('ProductInterface', (t) => ({
    gift_message_available: t.field('Boolean!', ({ values }, _, call) =>
      allowsGiftMessage(call, values, call.scope.storeId),
    ),
  })),
]);

/** Writes the gift message in the update of an item; an empty message removes the existing one. */
export const updateGiftMessage: CartItemUpdate = async (call, cart, itemId, input) => {
  const message = input.gift_message as { from: string; message: string; to: string } | null | undefined;
  if (!message) return cart;
  return writeItemGiftMessage(call, cart, itemId, {
    sender: message.from,
    recipient: message.to,
    message: message.message,
  });
};

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
