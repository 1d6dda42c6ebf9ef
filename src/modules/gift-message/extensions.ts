import { inDocument } from '../../storage/criteria/document-fields.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { OrderExtension, PackingNote } from '../sales/extensions.ts';
import { findGiftMessages } from './gift-messages.ts';

declare module '../quote/document-extensions.ts' {
  interface CartExtensions {
    readonly gift_message_id?: number;
  }
  interface CartItemExtensions {
    readonly gift_message_id?: number;
  }
  interface OrderExtensions {
    readonly giftMessageId?: number | null;
  }
  interface OrderItemExtensions {
    readonly giftMessageId?: number | null;
  }
}

/** Copies the messages of a cart and of its items to the order. */
export const cartGiftMessages: CartExtension = {
  draft: ({ gift_message_id: id }) => ({ giftMessageId: id ?? null }),
  draftItem: ({ gift_message_id: id }) => ({ giftMessageId: id ?? null }),
  searchFields: { gift_message_id: inDocument('quote', ['gift_message_id'], 'integer') },
};

/** Adds the messages to an order and its items. */
export const orderGiftMessages: OrderExtension = {
  fields: ['gift_message'],
  async load(call, { orders, items }) {
    const ids = [...orders, ...items].flatMap(({ giftMessageId }) => giftMessageId ?? []);
    const messages = await findGiftMessages(call, ids);
    const messagesOf = (records: readonly { readonly id: number; readonly giftMessageId?: number | null }[]) =>
      new Map(
        records.flatMap(({ id, giftMessageId }) => {
          const gift_message = messages.get(giftMessageId ?? 0);
          return gift_message ? [[id, { gift_message }] as const] : [];
        }),
      );
    return { orders: messagesOf(orders), items: messagesOf(items) };
  },
  async packingNotes(call, order) {
    const records = [order, ...order.items];
    const messages = await findGiftMessages(
      call,
      records.flatMap(({ giftMessageId }) => giftMessageId ?? []),
    );
    const notesOf = ({ giftMessageId }: (typeof records)[number]): PackingNote[] => {
      const found = messages.get(giftMessageId ?? 0);
      if (!found) return [];
      const { sender, recipient, message } = found;
      const values = { sender: sender ?? '', recipient: recipient ?? '', message: message ?? '' };
      return [{ kind: 'message', values }];
    };
    return { order: notesOf(order), items: new Map(order.items.map((item) => [item.id, notesOf(item)])) };
  },
  searchFields: { gift_message_id: inDocument('sales_order', ['giftMessageId'], 'integer') },
  itemSearchFields: { gift_message_id: inDocument('sales_order_item', ['giftMessageId'], 'integer') },
};
