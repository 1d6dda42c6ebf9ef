import * as t from '../../kernel/types.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { OrderExtension } from '../sales/extensions.ts';
import { offerOf } from './offers.ts';

declare module '../quote/document-extensions.ts' {
  interface OrderItemExtensions {
    /** The label of the rule that gave the item. */
    readonly free_gift_label?: string;
  }
}

/** What a rule tells of its gifts. */
export const ruleFields = { gift_skus: t.optional(t.array(t.string)), gift_qty: t.optional(t.integer) };
/** What an item of a cart tells. */
export const cartItemFields = { is_free_gift: t.optional(t.boolean) };
/** What an item of an order tells. */
export const orderItemFields = { free_gift_label: t.optional(t.string) };

/** Carts tell which of their items are gifts; orders keep what the rules of these are called. */
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

/** Orders show which of their items were gifts, and who orders the same again gets none with that. */
export const giftsInOrders: OrderExtension = {
  fields: Object.keys(orderItemFields),
  load: async (_, { items }) => ({
    items: new Map(
      items.flatMap(({ id, free_gift_label }) => (free_gift_label === undefined ? [] : [[id, { free_gift_label }]])),
    ),
  }),
  isGiven: ({ free_gift_label }) => free_gift_label !== undefined,
};
