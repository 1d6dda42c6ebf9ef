import { module } from '../../src/kernel/module.ts';
import * as t from '../../src/kernel/types.ts';
import { inDocument } from '../../src/search/document-fields.ts';
import type { CartExtension as CartExtending } from '../../src/modules/quote/cart/extensions.ts';
import { CartExtension, CartItemExtension } from '../../src/modules/quote/types.ts';
import type {
  DocumentExtension,
  DocumentKind,
  OrderExtension as OrderExtending,
} from '../../src/modules/sales/extensions.ts';
import { CreditmemoExtension, CreditmemoItemExtension } from '../../src/modules/sales/types/creditmemo.ts';
import { InvoiceExtension, InvoiceItemExtension } from '../../src/modules/sales/types/invoice.ts';
import { OrderItemExtension } from '../../src/modules/sales/types/order-item.ts';
import { OrderExtension } from '../../src/modules/sales/types/order.ts';
import { ShipmentExtension, ShipmentItemExtension } from '../../src/modules/sales/types/shipment.ts';

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

const carts: CartExtending = {
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

const orders: OrderExtending = {
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
  [CartExtension, CartItemExtension],
  [OrderExtension, OrderItemExtension],
  [InvoiceExtension, InvoiceItemExtension],
  [ShipmentExtension, ShipmentItemExtension],
  [CreditmemoExtension, CreditmemoItemExtension],
].flat();

/** A field of carts and their items that goes with them into orders and all their documents. */
export const engraving = module({
  name: 'Engraving',
  extends: types.map((type) => ({ type, fields: { engraving: t.optional(t.string) } })),
  contributes: { cartExtensions: [carts], orderExtensions: [orders], documentExtensions: documents },
});
