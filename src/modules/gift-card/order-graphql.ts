import { objectType, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import type { DocumentItemSource, OrderItemSource } from '../sales/graphql/types.ts';
import { choiceOfItem } from './order-item.ts';

const values = valueTypes({
  GiftCardItem: {
    message: 'String',
    recipient_email: 'String',
    recipient_name: 'String',
    sender_email: 'String',
    sender_name: 'String',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    GiftCardCreditMemoItem: DocumentItemSource;
    GiftCardInvoiceItem: DocumentItemSource;
    GiftCardOrderItem: OrderItemSource;
    GiftCardShipmentItem: DocumentItemSource;
  }
}

/** Sender, recipient and message of an ordered gift card; null for records that do not have them. */
function peopleOf({ item }: OrderItemSource) {
  const choice = choiceOfItem(item);
  if (!choice) return null;
  return {
    message: choice.giftcard_message,
    recipient_email: choice.giftcard_recipient_email || null,
    recipient_name: choice.giftcard_recipient_name,
    sender_email: choice.giftcard_sender_email || null,
    sender_name: choice.giftcard_sender_name,
  };
}

const orderItem = objectType('GiftCardOrderItem', (t) => ({ gift_card: t.field('GiftCardItem', peopleOf) }), [
  'OrderItemInterface',
]);
const documentItems = (
  [
    ['GiftCardInvoiceItem', 'InvoiceItemInterface'],
    ['GiftCardCreditMemoItem', 'CreditMemoItemInterface'],
    ['GiftCardShipmentItem', 'ShipmentItemInterface'],
  ] as const
).map(([name, of]) =>
  objectType(name, (t) => ({ gift_card: t.field('GiftCardItem', ({ ordered }) => peopleOf(ordered)) }), [of]),
);

/** Gift cards in orders. */
export const giftCardOrderGraphql = [values, orderItem, ...documentItems];
