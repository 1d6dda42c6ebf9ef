import type { Call } from '../../kernel/call.ts';
import { extendType, objectType, ofReleases, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { decimal } from '../../kernel/money.ts';
import { cartMoney, type CartItemSource } from '../quote/graphql/types.ts';
import type { ChosenOptions } from '../quote/option-types.ts';
import type { WishSource } from '../wishlist/types.ts';
import { CUSTOM, type StoredChoice } from './choice.ts';

const values = valueTypes({
  GiftCardOptions: {
    amount: 'Money',
    custom_giftcard_amount: 'Money',
    message: 'String',
    recipient_email: 'String',
    recipient_name: 'String',
    sender_email: 'String',
    sender_name: 'String',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    GiftCardCartItem: CartItemSource;
    GiftCardWishlistItem: WishSource;
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

/** The choices for a gift card outside of a cart, which need not be complete. */
export function chosenCard(call: Call, { giftcard_item_option: choice }: ChosenOptions) {
  const money = call.services.storefront.money(call);
  const { giftcard_amount: amount, custom_giftcard_amount: entered } = choice ?? {};
  const offered = amount && amount !== CUSTOM ? Number(amount) : NaN;
  return {
    amount: Number.isFinite(offered) ? money(offered) : null,
    // Buyers enter amounts in the currency that they see.
    custom_giftcard_amount: entered ? { ...money(0), value: entered } : null,
    message: choice?.giftcard_message,
    recipient_email: choice?.giftcard_recipient_email,
    recipient_name: choice?.giftcard_recipient_name,
    sender_email: choice?.giftcard_sender_email,
    sender_name: choice?.giftcard_sender_name,
  };
}

const wish = objectType(
  'GiftCardWishlistItem',
  (t) => ({ gift_card_options: t.field('GiftCardOptions!', ({ wish }, _, call) => chosenCard(call, wish.options)) }),
  ['WishlistItemInterface'],
);

/** Gift cards in carts and wish lists. */
export const giftCardCartGraphql = [values, cartItem, ...cartItemMessage, wish];
