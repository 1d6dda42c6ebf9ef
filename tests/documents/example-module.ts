import { module } from '../../src/kernel/module.ts';
import * as t from '../../src/kernel/types.ts';
import type { CartExtension } from '../../src/modules/quote/cart/extensions.ts';
import { CartExtensionAttributes } from '../../src/modules/quote/types.ts';
import type { OrderExtension } from '../../src/modules/sales/extensions.ts';
import { OrderExtensionAttributes } from '../../src/modules/sales/types/order.ts';

interface Engraved {
  readonly engraving?: string | null;
}

declare module '../../src/modules/quote/document-extensions.ts' {
  interface CartExtensions extends Engraved {}
  interface OrderExtensions extends Engraved {}
}

const engravingOf = ({ engraving }: Engraved) => (engraving ? { engraving } : {});

const carts: CartExtension = {
  load: async (_, all) => ({ carts: new Map(all.map((cart) => [cart.id, engravingOf(cart)])) }),
  save: async (_, __, input) => engravingOf(input),
  draft: engravingOf,
};

const orders: OrderExtension = {
  load: async (_, page) => ({ orders: new Map(page.orders.map((order) => [order.id, engravingOf(order)])) }),
};

export const engraving = module({
  name: 'Engraving',
  extends: [CartExtensionAttributes, OrderExtensionAttributes].map((type) => ({
    type,
    fields: { engraving: t.optional(t.string) },
  })),
  contributes: { cartExtensions: [carts], orderExtensions: [orders] },
});
