import * as t from '../../kernel/types.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { OrderExtension } from '../sales/extensions.ts';
import { offerOf } from './offers.ts';

declare module '../quote/document-extensions.ts' {
  interface OrderItemExtensions {
    /** The label of the item's gift rule. */
    readonly free_gift_label?: string;
  }
}

/** Free gift fields of a rule. */
export const ruleFields = { gift_skus: t.optional(t.array(t.string)), gift_qty: t.optional(t.integer) };
/** Free gift fields of a cart item. */
export const cartItemFields = { is_free_gift: t.optional(t.boolean) };
/** Free gift fields of an order item. */
export const orderItemFields = { free_gift_label: t.optional(t.string) };

/** Marks the gifts in carts, and copies the labels of their rules to orders. */
export const giftsInCarts: CartExtension = {
  fields: Object.keys(cartItemFields),
  load: async (_, carts) => {
    const gifts = carts.flatMap(({ items }) => items.filter(({ granted_by }) => granted_by !== undefined));
    return { items: new Map(gifts.map(({ item_id }) => [item_id, { is_free_gift: true }])) };
  },
  draftItem({ granted_by }, rules) {
    const rule = rules.find(({ id }) => id === granted_by);
    const offer = rule && offerOf(rule);
    return offer ? { free_gift_label: offer.label } : {};
  },
};

/** Marks the gifts in orders; a reorder omits them. */
export const giftsInOrders: OrderExtension = {
  fields: Object.keys(orderItemFields),
  load: async (_, { items }) => ({
    items: new Map(
      items.flatMap(({ id, free_gift_label }) => (free_gift_label === undefined ? [] : [[id, { free_gift_label }]])),
    ),
  }),
  isGiven: ({ free_gift_label }) => free_gift_label !== undefined,
};
