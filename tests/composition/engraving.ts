import { module } from '../../src/kernel/module.ts';
import * as t from '../../src/kernel/types.ts';
import { inDocument } from '../../src/storage/criteria/document-fields.ts';
import type { CartExtension } from '../../src/modules/quote/cart/extensions.ts';
import { CartExtensionAttributes, CartItemExtensionAttributes } from '../../src/modules/quote/types.ts';
import type { DocumentExtension, DocumentKind, OrderExtension } from '../../src/modules/sales/extensions.ts';
import {
  CreditmemoExtensionAttributes,
  CreditmemoItemExtensionAttributes,
} from '../../src/modules/sales/types/creditmemo.ts';
import { InvoiceExtensionAttributes, InvoiceItemExtensionAttributes } from '../../src/modules/sales/types/invoice.ts';
import { OrderItemExtensionAttributes } from '../../src/modules/sales/types/order-item.ts';
import { OrderExtensionAttributes } from '../../src/modules/sales/types/order.ts';
import {
  ShipmentExtensionAttributes,
  ShipmentItemExtensionAttributes,
} from '../../src/modules/sales/types/shipment.ts';

interface Engraved {
  readonly engraving?: string | null;
}

declare module '../../src/modules/quote/document-extensions.ts' {
  interface CartExtensions extends Engraved {}
  interface CartItemExtensions extends Engraved {}
  interface OrderExtensions extends Engraved {}
  interface OrderItemExtensions extends Engraved {}
}

const taken = ({ engraving }: Engraved): Engraved => (typeof engraving === 'string' ? { engraving } : {});
const shown = (records: readonly (readonly [id: number, record: Engraved])[]) =>
  new Map(records.flatMap(([id, { engraving }]) => (engraving ? [[id, { engraving }] as const] : [])));

const carts: CartExtension = {
  load: async (_, all) => ({
    carts: shown(all.map((cart) => [cart.id, cart])),
    items: shown(all.flatMap(({ items }) => items.map((item) => [item.item_id, item] as const))),
  }),
  save: async (_, __, sent) => taken(sent),
  saveItem: async (_, __, sent) => taken(sent),
  draft: taken,
  draftItem: taken,
  searchFields: { engraving: inDocument('quote', ['engraving'], 'text') },
};

const orders: OrderExtension = {
  load: async (_, { orders: all, items }) => ({
    orders: shown(all.map((order) => [order.id, order])),
    items: shown(items.map((item) => [item.id, item])),
  }),
  save: async (_, sent) => taken(sent),
  searchFields: { engraving: inDocument('sales_order', ['engraving'], 'text') },
  itemSearchFields: { engraving: inDocument('sales_order_item', ['engraving'], 'text') },
};

const documents = (['invoice', 'shipment', 'creditmemo'] as const satisfies DocumentKind[]).map(
  (kind): DocumentExtension => ({
    kind,
    draft: (_, { order, lines }) => ({
      document: { ...taken(order) },
      items: new Map(lines.map(({ item }) => [item.id, { ...taken(item) }])),
    }),
  }),
);

const types = [
  [CartExtensionAttributes, CartItemExtensionAttributes],
  [OrderExtensionAttributes, OrderItemExtensionAttributes],
  [InvoiceExtensionAttributes, InvoiceItemExtensionAttributes],
  [ShipmentExtensionAttributes, ShipmentItemExtensionAttributes],
  [CreditmemoExtensionAttributes, CreditmemoItemExtensionAttributes],
].flat();

/** A field of carts and their items that goes with them into orders and all their documents. */
export const engraving = module({
  name: 'Engraving',
  extends: types.map((type) => ({ type, fields: { engraving: t.optional(t.string) } })),
  contributes: { cartExtensions: [carts], orderExtensions: [orders], documentExtensions: documents },
});
