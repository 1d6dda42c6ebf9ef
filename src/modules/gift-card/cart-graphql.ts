import { extendType, objectType, ofReleases } from '../../kernel/graphql.ts';
import { decimal } from '../../kernel/money.ts';
import { cartMoney, type CartItemSource } from '../quote/graphql/types.ts';
import type { StoredChoice } from './choice.ts';

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    GiftCardCartItem: CartItemSource;
  }
}

const choiceOf = ({ item }: CartItemSource): StoredChoice | undefined => item.choices.giftcard_item_option;

const cartItem = objectType(
  'GiftCardCartItem',
  (t) => ({
    amount: t.field('Money!', (source) => {
      const { evaluated } = source;
      const base = decimal(choiceOf(source)?.base_amount ?? 0);
      return cartMoney(evaluated, { amount: base.times(evaluated.currencies.baseToDisplayed) });
    }),
    customizable_options: t.field('[SelectedCustomizableOption]!', (source, _, call) =>
      call.services.quote.customizableOptions(source),
    ),
    message: t.field('String', (source) => choiceOf(source)?.giftcard_message),
    recipient_email: t.field('String', (source) => choiceOf(source)?.giftcard_recipient_email || null),
    recipient_name: t.field('String!', (source) => choiceOf(source)?.giftcard_recipient_name ?? ''),
    sender_email: t.field('String', (source) => choiceOf(source)?.giftcard_sender_email || null),
    sender_name: t.field('String!', (source) => choiceOf(source)?.giftcard_sender_name ?? ''),
  }),
  ['CartItemInterface'],
);
const cartItemMessage = ofReleases({ release: '2.4.8' }, [
  extendType('GiftCardCartItem', (t) => ({
    gift_message: t.field('GiftMessage', ({ item }, _, call) =>
      call.services.giftMessage.view(call, item.gift_message_id),
    ),
  })),
]);

/** Gift cards in carts. */
export const giftCardCartGraphql = [cartItem, ...cartItemMessage];
