import type { OrderItemType, StoredItem } from '../sales/extensions.ts';
import type { StoredChoice } from './choice.ts';
import { GIFT_CARD } from './types.ts';

/** Gift cards in orders. */
export const giftCardOrderItem: OrderItemType = {
  names: [GIFT_CARD],
  schemaNames: {
    order: 'GiftCardOrderItem',
    invoice: 'GiftCardInvoiceItem',
    creditmemo: 'GiftCardCreditMemoItem',
    shipment: 'GiftCardShipmentItem',
  },
};

/** The choices of an ordered gift card; undefined for records from elsewhere that do not have them. */
export function choiceOfItem({ fields }: StoredItem): StoredChoice | undefined {
  return (fields.product_option?.extension_attributes?.giftcard_item_option ?? undefined) as StoredChoice | undefined;
}
