import type { Call } from '../../../kernel/call.ts';
import { interfaceType, objectType, valueTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import { loader } from '../../../kernel/loader.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { taxDisplay } from '../../tax/configuration.ts';
import { numberIn } from '../amounts.ts';
import type { ChosenLabel, DocumentKind } from '../extensions.ts';
import { customChoices, typeChoices } from '../chosen-labels.ts';
import { itemType } from '../item-type.ts';
import type { StoredOrder } from '../order.ts';
import { orderDiscounts, orderMoney, type DocumentItemSource, type OrderItemSource } from './types.ts';

const values = valueTypes({ OrderItemOption: { label: 'String!', value: 'String!' } });

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    CreditMemoItem: DocumentItemSource;
    CreditMemoItemInterface: DocumentItemSource;
    InvoiceItem: DocumentItemSource;
    InvoiceItemInterface: DocumentItemSource;
    OrderItem: OrderItemSource;
    OrderItemInterface: OrderItemSource;
    ShipmentItem: DocumentItemSource;
    ShipmentItemInterface: DocumentItemSource;
  }
}

/** The items of an order in GraphQL: components are part of their composite item. */
export function itemsOfOrder(order: StoredOrder): OrderItemSource[] {
  return order.items.filter(({ parentId }) => parentId === null).map((item) => ({ item, order }));
}

/** The choices of items, as texts: product types first, then custom options with a list of values. */
const selected = loader<OrderItemSource, readonly ChosenLabel[]>(async (sources, call) => {
  const found = await typeChoices(
    call,
    sources.map(({ item }) => item),
  );
  return Promise.all(
    sources.map(async ({ item }) => [...(found.get(item.id) ?? []), ...(await customChoices(call, item)).selected]),
  );
});

const itemInterface = interfaceType(
  'OrderItemInterface',
  (t) => {
    const quantity = (
      name: 'qty_canceled' | 'qty_invoiced' | 'qty_ordered' | 'qty_refunded' | 'qty_returned' | 'qty_shipped',
    ) => t.field('Float', ({ item }) => numberIn(item.fields, name));
    return {
      discounts: t.field('[Discount]', ({ item, order }) => orderDiscounts(order, item.fields.discount_amount)),
      entered_options: t.field(
        '[OrderItemOption]',
        async ({ item }, _, call) => (await customChoices(call, item)).entered,
      ),
      id: t.field('ID!', ({ item }) => uidOf(item.id)),
      product: t.field('ProductInterface', ({ item }, _, call) =>
        item.fields.product_id ? call.services.storefront.product(call, item.fields.product_id) : null,
      ),
      product_name: t.field('String', ({ item }) => item.fields.name),
      product_sale_price: t.field('Money!', ({ item, order }, _, call) =>
        orderMoney(order, salePrice(call, order, item.fields)),
      ),
      product_sku: t.field('String!', ({ item }) => item.fields.sku ?? ''),
      product_type: t.field('String', ({ item }) => item.fields.product_type),
      product_url_key: t.field('String', async ({ item }, _, call) => {
        const { product_id: id } = item.fields;
        return id ? (await call.services.storefront.product(call, id))?.values.url_key : null;
      }),
      quantity_canceled: quantity('qty_canceled'),
      quantity_invoiced: quantity('qty_invoiced'),
      quantity_ordered: quantity('qty_ordered'),
      quantity_refunded: quantity('qty_refunded'),
      quantity_returned: quantity('qty_returned'),
      quantity_shipped: quantity('qty_shipped'),
      selected_options: t.field('[OrderItemOption]', (source, _, call) => selected(call, source)),
      status: t.field('String', ({ item: { fields } }) => statusOf(fields)),
    };
  },
  ({ item }, call) => itemType(call, item).schemaNames?.order ?? 'OrderItem',
);

/** The unit price, as displayed in the store view of the order. */
function salePrice(
  call: Call,
  { fields: { store_id } }: StoredOrder,
  { price, price_incl_tax }: { price?: number | null | undefined; price_incl_tax?: number | null | undefined },
): number | null | undefined {
  const display = call.config.of(taxDisplay.orders.prices, { storeId: store_id ?? 0 });
  return display === 'withTax' ? (price_incl_tax ?? price) : price;
}

/** How far an item has come, in the words of the interface. */
function statusOf(fields: OrderItemSource['item']['fields']): string {
  const ordered = numberIn(fields, 'qty_ordered');
  const { qty_invoiced: invoiced, qty_shipped: shipped, qty_refunded: refunded, qty_canceled: canceled } = fields;
  if (ordered === refunded) return 'Refunded';
  if (ordered === canceled) return 'Canceled';
  if (invoiced === 0 && shipped === 0 && canceled === 0) return 'Ordered';
  if (shipped + refunded + canceled >= ordered && shipped > 0 && invoiced > 0) return 'Shipped';
  if (shipped > 0 && invoiced === 0) return 'Shipped';
  if (invoiced > 0 && shipped === 0) return 'Invoiced';
  return shipped < ordered ? 'Partial' : 'Mixed';
}

const orderItem = objectType('OrderItem', () => ({}), ['OrderItemInterface']);

/** The interface of the items of a kind of documents. */
function documentItemInterface<
  const N extends 'InvoiceItemInterface' | 'CreditMemoItemInterface' | 'ShipmentItemInterface',
>(name: N, kind: DocumentKind, quantity: string) {
  const plain = { invoice: 'InvoiceItem', creditmemo: 'CreditMemoItem', shipment: 'ShipmentItem' } as const;
  return interfaceType(
    name,
    (t) => ({
      ...(kind !== 'shipment' && {
        discounts: t.field('[Discount]', ({ discount, ordered }) => orderDiscounts(ordered.order, discount)),
      }),
      id: t.field('ID!', ({ id }) => uidOf(id)),
      order_item: t.field('OrderItemInterface', ({ ordered }) => ordered),
      product_name: t.field('String', ({ ordered }) => ordered.item.fields.name),
      product_sale_price: t.field('Money!', ({ ordered, price, priceInclTax }, _, call) =>
        orderMoney(ordered.order, salePrice(call, ordered.order, { price, price_incl_tax: priceInclTax })),
      ),
      product_sku: t.field('String!', ({ ordered }) => ordered.item.fields.sku ?? ''),
      [quantity]: t.field(kind === 'shipment' ? 'Float!' : 'Float', ({ qty }) => qty),
    }),
    ({ ordered }, call) => itemType(call, ordered.item).schemaNames?.[kind] ?? plain[kind],
  );
}

/** The items of a document in GraphQL: components are part of their composite item. */
export function itemsOfDocument(order: StoredOrder, items: readonly DocumentItemFields[]): DocumentItemSource[] {
  const byId = new Map(order.items.map((item) => [item.id, item]));
  return items.flatMap((line) => {
    const item = byId.get(line.order_item_id);
    if (!item || item.parentId !== null) return [];
    return [
      {
        id: line.entity_id,
        qty: numberIn(line, 'qty'),
        price: numberIn(line, 'price'),
        priceInclTax: line.price_incl_tax ?? item.fields.price_incl_tax,
        discount: numberIn(line, 'discount_amount'),
        ordered: { item, order },
      },
    ];
  });
}

/** The fields of a document's item in GraphQL. */
interface DocumentItemFields {
  readonly entity_id: number;
  readonly order_item_id: number;
  readonly qty?: number | null;
  readonly price?: number | null;
  /** Shipments do not have it. */
  readonly price_incl_tax?: number | null;
  readonly discount_amount?: number | null;
}

/** Items of orders and of their documents. */
export const itemDeclarations = [
  values,
  itemInterface,
  orderItem,
  documentItemInterface('InvoiceItemInterface', 'invoice', 'quantity_invoiced'),
  objectType('InvoiceItem', () => ({}), ['InvoiceItemInterface']),
  documentItemInterface('CreditMemoItemInterface', 'creditmemo', 'quantity_refunded'),
  objectType('CreditMemoItem', () => ({}), ['CreditMemoItemInterface']),
  documentItemInterface('ShipmentItemInterface', 'shipment', 'quantity_shipped'),
  objectType('ShipmentItem', () => ({}), ['ShipmentItemInterface']),
];
