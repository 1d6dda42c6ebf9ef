import type { CartExtension } from '@souk/kit/quote';
import type { OrderExtension } from '@souk/kit/sales';

/** A note of the buyer, which the order takes over. */
interface Note {
  readonly vendor_name_note?: string | null;
}

declare module '@souk/kit/quote' {
  interface CartExtensions extends Note {}
  interface OrderExtensions extends Note {}
}

const noteOf = ({ vendor_name_note: note }: Note) => (note ? { vendor_name_note: note } : {});

/** The extension attribute `vendor_name_note` of carts. */
export const cartNote: CartExtension = {
  load: (_, carts) => Promise.resolve({ carts: new Map(carts.map((cart) => [cart.id, noteOf(cart)])) }),
  save: (_, __, input) => Promise.resolve(noteOf(input)),
  draft: noteOf,
};

/** The same extension attribute of orders. */
export const orderNote: OrderExtension = {
  load: (_, page) => Promise.resolve({ orders: new Map(page.orders.map((order) => [order.id, noteOf(order)])) }),
};
