import { defined } from '../../kernel/fields.ts';
import { decimal } from '../../kernel/money.ts';
import * as t from '../../kernel/types.ts';
import { withOptionsPrice } from '../quote/items/extensions/custom-options.ts';
import { ownWeight } from '../quote/items/extensions/item-product.ts';
import type { CartItemType, ItemLabel, CartItemNode } from '../quote/items/extensions/item-type.ts';
import { chosenByKeys } from './choice-keys.ts';
import { readChoice, type StoredChoice } from './choice.ts';
import { cardKinds, GIFT_CARD, GiftCardChoice } from './types.ts';

/** Fields for gift cards in product options. */
export const cardChoiceFields = { giftcard_item_option: t.optional(GiftCardChoice) };

declare module '../quote/option-types.ts' {
  interface ProductOptionFields {
    giftcard_item_option: (typeof cardChoiceFields)['giftcard_item_option'];
  }
  interface ProductChoices {
    readonly giftcard_item_option?: StoredChoice;
  }
}

/** Gift cards: their price is the chosen amount. They are shipped unless they are sent only by email. */
export const giftCardItem: CartItemType = {
  names: [GIFT_CARD],
  schemaName: 'GiftCardCartItem',
  choicesOf: (keys) => defined({ giftcard_item_option: chosenByKeys(keys) }),
  changedChoices: ({ giftcard_item_option: before }, keys) => ({
    giftcard_item_option: { ...before, ...chosenByKeys(keys) },
  }),
  prepare(call, product, input, qty) {
    const choice = readChoice(call, product, input?.extension_attributes?.giftcard_item_option ?? undefined);
    return Promise.resolve([{ product, qty, choices: { giftcard_item_option: choice } }]);
  },
  price: (node) => withOptionsPrice(node, decimal(choiceOf(node)?.base_amount ?? 0)),
  originalPrice: () => undefined,
  weight: (node) => (isByMail(choiceOf(node)) ? undefined : ownWeight(node.product)),
  labels: () => Promise.resolve(cardLabels),
  isVirtual: ({ choices }) => isByMail(choices.giftcard_item_option),
};

function choiceOf({ item }: CartItemNode): StoredChoice | undefined {
  return item.choices.giftcard_item_option;
}

function isByMail(choice: StoredChoice | undefined): boolean {
  return choice?.giftcard_type === cardKinds.virtual;
}

/** Sender, recipient and message of a card, in the interface's format. */
function cardLabels(node: CartItemNode): ItemLabel[] {
  const choice = choiceOf(node);
  if (!choice) return [];
  const person = (name: string, email: string): string => escape(email === '' ? name : `${name} <${email}>`);
  return [
    {
      value: person(choice.giftcard_sender_name, choice.giftcard_sender_email),
      label: 'Gift Card Sender',
    },
    {
      value: person(choice.giftcard_recipient_name, choice.giftcard_recipient_email),
      label: 'Gift Card Recipient',
    },
    ...(choice.giftcard_message ? [{ value: escape(choice.giftcard_message), label: 'Gift Card Message' }] : []),
  ];
}

/** Label values are HTML. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
