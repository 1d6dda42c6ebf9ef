import { decimal } from '../../kernel/money.ts';
import { amountOf, leastAmount, mostAmount, sumOf, type Amount } from '../../kernel/units.ts';
import type { DocumentExtension, OrderExtension, PackingNote, StoredItem, StoredOrder } from '../sales/extensions.ts';
import { findDesigns, type Design } from './designs.ts';
import type { OrderTotal, TotalShare } from '../sales/total-extensions.ts';
import { flagText, amountTexts, wrappingParts, type WrappingPart, type WrappingPrices } from './totals.ts';

declare module '../quote/document-extensions.ts' {
  interface OrderExtensions extends WrappingPrices {
    readonly gw_id?: number | undefined;
    readonly gw_allow_gift_receipt?: boolean;
    readonly gw_add_card?: boolean;
  }
  interface OrderItemExtensions {
    readonly gw_id?: number | undefined;
    /** Per unit. */
    readonly gw_price?: number;
    readonly gw_base_price?: number;
    /** Of all units. */
    readonly gw_tax_amount?: number;
    readonly gw_base_tax_amount?: number;
  }
}

type Share = OrderTotal['share'];

/**
 * The order's own wrapping is charged once: with the first invoice. It is refunded with the first credit memo, as in
 * the interface.
 */
const shareOfOrder: Share = ({ step, left, isLast }) => (step !== 'cancellation' || isLast ? left : left.minus(left));

/** The wrapping of items follows their units: `amountFor` returns the amount for a number of units. */
function shareOfItems(
  amountFor: <C extends 'order' | 'base'>(item: StoredItem, qty: number, currency: C) => Amount<C>,
): Share {
  return <C extends 'order' | 'base'>({ left, isLast, lines, currency }: TotalShare<C>): Amount<C> => {
    if (isLast) return left;
    const sum = sumOf(lines.map(({ item, qty }) => amountFor(item, Number(qty.toFixed(4)), currency)));
    return mostAmount(amountOf<C>(0), leastAmount(left, sum));
  };
}

const priceShares = shareOfItems((item, qty, currency) =>
  amountOf(decimal((currency === 'order' ? item.gw_price : item.gw_base_price) ?? 0).times(qty)),
);
const taxShares = shareOfItems((item, qty, currency) => {
  const tax = decimal((currency === 'order' ? item.gw_tax_amount : item.gw_base_tax_amount) ?? 0);
  return amountOf(
    tax
      .times(qty)
      .div(item.fields.qty_ordered || 1)
      .toDecimalPlaces(2),
  );
});

const labels: Readonly<Record<WrappingPart, string>> = {
  gw: 'Gift Wrapping for Order',
  gw_items: 'Gift Wrapping for Items',
  gw_card: 'Printed Card',
};

function priceTotal(part: WrappingPart): OrderTotal {
  const names = (suffix: string) => ({ order: `${part}_price${suffix}`, base: `${part}_base_price${suffix}` });
  return {
    names: {
      amount: names(''),
      invoiced: names('_invoiced'),
      refunded: names('_refunded'),
      canceled: names('_canceled'),
    },
    sign: 1,
    share: part === 'gw_items' ? priceShares : shareOfOrder,
    label: () => labels[part],
  };
}

/** The interface's names for items and the card lack one word. */
function taxTotal(part: WrappingPart): OrderTotal {
  const tax = part === 'gw' ? 'tax_amount' : 'tax';
  const names = (suffix: string) => ({ order: `${part}_${tax}${suffix}`, base: `${part}_base_${tax}${suffix}` });
  return {
    names: {
      amount: { order: `${part}_tax_amount`, base: `${part}_base_tax_amount` },
      invoiced: names('_invoiced'),
      refunded: names('_refunded'),
      canceled: names('_canceled'),
    },
    sign: 1,
    share: part === 'gw_items' ? taxShares : shareOfOrder,
    label: () => `${labels[part]} (Tax)`,
  };
}

/** Wrapping amounts of orders, invoices and credit memos. */
export const orderWrapping: readonly OrderTotal[] = wrappingParts.flatMap((part) => [priceTotal(part), taxTotal(part)]);

const isWrapped = (record: object): boolean => 'gw_price' in record;

function fieldsOfOrder(order: StoredOrder): Record<string, string> {
  const amounts = Object.entries(order).filter(([name]) => name.startsWith('gw_') && name !== 'gw_id');
  return {
    ...(order.gw_id === undefined ? {} : { gw_id: String(order.gw_id) }),
    gw_allow_gift_receipt: flagText(order.gw_allow_gift_receipt),
    gw_add_card: flagText(order.gw_add_card),
    ...amountTexts(Object.fromEntries(amounts)),
  };
}

/** The invoiced and refunded wrapping of an item follows its invoiced and refunded units. */
function fieldsOfItem({ gw_id, fields, ...item }: StoredItem): Record<string, string> {
  const { gw_price = 0, gw_base_price = 0, gw_tax_amount = 0, gw_base_tax_amount = 0 } = item;
  const stepAmounts = (name: string, qty: number | null | undefined) => ({
    [`gw_price_${name}`]: gw_price * (qty ?? 0),
    [`gw_base_price_${name}`]: gw_base_price * (qty ?? 0),
    [`gw_tax_amount_${name}`]: (gw_tax_amount * (qty ?? 0)) / (fields.qty_ordered || 1),
    [`gw_base_tax_amount_${name}`]: (gw_base_tax_amount * (qty ?? 0)) / (fields.qty_ordered || 1),
  });
  const amounts = { gw_price, gw_base_price, gw_tax_amount, gw_base_tax_amount };
  return {
    gw_id: String(gw_id),
    ...amountTexts({
      ...amounts,
      ...stepAmounts('invoiced', fields.qty_invoiced),
      ...stepAmounts('refunded', fields.qty_refunded),
    }),
  };
}

/** Adds the wrapping and its amounts to orders and items. */
export const wrappedOrders: OrderExtension = {
  load: async (_, { orders, items }) => ({
    orders: new Map(orders.filter(isWrapped).map((order) => [order.id, fieldsOfOrder(order)])),
    items: new Map(items.filter(isWrapped).map((item) => [item.id, fieldsOfItem(item)])),
  }),
  async packingNotes(call, order) {
    const ids = [order, ...order.items].flatMap(({ gw_id }) => gw_id ?? []);
    const designs = ids.length > 0 ? await findDesigns(call, ids, order.fields.store_id) : new Map<number, Design>();
    // Of a deleted design, only the number remains.
    const wrapping = (id: number | undefined): PackingNote[] =>
      id === undefined ? [] : [{ kind: 'wrapping', values: { design: designs.get(id)?.design || `#${id}` } }];
    return {
      order: [
        ...wrapping(order.gw_id),
        ...(order.gw_allow_gift_receipt ? [{ kind: 'receipt', values: {} } as const] : []),
        ...(order.gw_add_card ? [{ kind: 'card', values: {} } as const] : []),
      ],
      items: new Map(order.items.map((item) => [item.id, wrapping(item.gw_id)])),
    };
  },
};

/** Amounts of documents are texts as well. */
export const wrappedDocuments = (['invoice', 'creditmemo'] as const).map((kind): DocumentExtension => ({
  kind,
  load: async (_, documents) => ({
    documents: new Map(
      documents.flatMap((document) => {
        const { extension_attributes: known } = document as { extension_attributes?: object | null };
        const amounts = Object.entries(known ?? {}).filter(([name]) => name.startsWith('gw_'));
        return amounts.length > 0 ? [[document.entity_id, amountTexts(Object.fromEntries(amounts))] as const] : [];
      }),
    ),
  }),
}));
