import { amountOf, quantityOf, sumOf, type Amount } from '../../../kernel/units.ts';
import { amountIn, hasAmount, increased, numberIn, type OrderCurrency } from '../amounts.ts';
import type { StoredItem, StoredOrder } from '../order.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import type { ItemFields } from '../types/order-item.ts';
import type { OrderFields } from '../types/order.ts';
import { withFields, withItemFields, withPieces } from './changes.ts';
import { documentColumns, lineColumns, orderColumns } from './columns.ts';
import { invoicedColumns } from './invoice-amounts.ts';
import type { DocumentAmounts, DocumentTotals, LineAmounts, SharedAmount } from './lines.ts';
import { isPriced, lineQuantity, treeOf } from './quantities.ts';

/** An order and its items after these amounts were invoiced, paid or not; its state stays. */
export function withInvoiced(
  order: StoredOrder,
  { lines, totals }: DocumentAmounts,
  withShipping: boolean,
): StoredOrder {
  const priced = new Set(
    treeOf(order.items)
      .filter(isPriced)
      .map(({ item }) => item.id),
  );
  const byItem = new Map(lines.map(({ line, amounts }) => [line.node.item.id, amounts]));
  const counted = withPieces(order, 'qty_invoiced', new Map(lines.map(({ line }) => [line.node.item.id, line.qty])));
  const withShares = withItemFields(counted, ({ id, fields }) => ({
    ...(priced.has(id) ? { weee_tax_applied: fields.weee_tax_applied ?? '[]' } : {}),
    ...(byItem.has(id) ? itemInvoiced(fields, byItem.get(id)) : {}),
  }));
  const costs = lines
    .filter(({ line }) => priced.has(line.node.item.id))
    .map(({ line }) => costOf(line.node.item).times(line.qty));
  return withFields(withShares, {
    ...totalsInvoiced(order.fields, totals.order, 'order', withShipping),
    ...totalsInvoiced(order.fields, totals.base, 'base', withShipping),
    ...(costs.length > 0 ? costInvoiced(order.fields, costs) : {}),
  });
}

function totalsInvoiced<C extends OrderCurrency>(
  fields: OrderFields,
  totals: DocumentTotals<C>,
  currency: C,
  withShipping: boolean,
): Partial<OrderFields> {
  return increased(fields, currency, [
    [orderColumns.subtotalInvoiced, totals.subtotal],
    [orderColumns.taxInvoiced, totals.tax],
    [orderColumns.discountInvoiced, totals.discount],
    [orderColumns.compensationInvoiced, totals.compensation],
    ...(withShipping ? [[orderColumns.shippingInvoiced, totals.shipping ?? amountOf<C>(0)] as const] : []),
    [orderColumns.totalInvoiced, totals.grandTotal],
  ]);
}

/** The fields of an item after a line of an invoice; a line without amounts writes zeros. */
function itemInvoiced(
  fields: ItemFields,
  amounts: { readonly [C in OrderCurrency]: LineAmounts<C> } | undefined,
): Partial<ItemFields> {
  return { ...sharesInvoiced(fields, amounts?.order, 'order'), ...sharesInvoiced(fields, amounts?.base, 'base') };
}

function sharesInvoiced<C extends OrderCurrency>(
  fields: ItemFields,
  amounts: { readonly [N in SharedAmount]: Amount<C> } | undefined,
  currency: C,
): Partial<ItemFields> {
  const none = amountOf<C>(0);
  return increased(fields, currency, [
    [invoicedColumns.rowTotal, amounts?.rowTotal ?? none],
    [invoicedColumns.discount, amounts?.discount ?? none],
    [invoicedColumns.tax, amounts?.tax ?? none],
    [invoicedColumns.compensation, amounts?.compensation ?? none],
  ]);
}

function costOf({ fields }: StoredItem): Amount<'base'> {
  return amountOf(numberIn(fields, 'base_cost'));
}

function costInvoiced(fields: OrderFields, costs: readonly Amount<'base'>[]): Partial<OrderFields> {
  const before = amountOf<'base'>(numberIn(fields, 'base_total_invoiced_cost'));
  return { base_total_invoiced_cost: before.plus(sumOf(costs)).toDecimalPlaces(4).toNumber() };
}

/** An order after an invoice was taken back: the reverse of `withInvoiced`. */
export function withoutInvoiced(order: StoredOrder, invoice: InvoiceFields): StoredOrder {
  const nodes = new Map(treeOf(order.items).map((node) => [node.item.id, node]));
  const lines = invoice.items.flatMap((line) => {
    const node = nodes.get(line.order_item_id);
    return node ? [{ line, node, less: quantityOf(0 - lineQuantity(line)) }] : [];
  });
  const priced = lines.filter(({ node }) => isPriced(node));
  const byItem = new Map(priced.map(({ line, node }) => [node.item.id, line]));
  const pieces = new Map(lines.map(({ node, less }) => [node.item.id, less]));
  const withShares = withItemFields(withPieces(order, 'qty_invoiced', pieces), ({ id, fields }) => {
    const line = byItem.get(id);
    if (!line) return undefined;
    return {
      ...sharesInvoiced(fields, lessOf(line, 'order'), 'order'),
      ...sharesInvoiced(fields, lessOf(line, 'base'), 'base'),
    };
  });
  const costs = priced.map(({ node, less }) => costOf(node.item).times(less));
  return withFields(withShares, {
    ...totalsTakenBack(order.fields, invoice, 'order'),
    ...totalsTakenBack(order.fields, invoice, 'base'),
    ...(costs.length > 0 ? costInvoiced(order.fields, costs) : {}),
    // The next invoice includes the shipping again.
    ...(hasAmount(invoice, documentColumns.shipping, 'order') ? { shipping_invoiced: null } : {}),
    ...(hasAmount(invoice, documentColumns.shipping, 'base') ? { base_shipping_invoiced: null } : {}),
  });
}

/** The negated amounts of a line of an invoice. */
function lessOf<C extends OrderCurrency>(line: NonNullable<InvoiceFields['items']>[number], currency: C) {
  const less = (name: SharedAmount): Amount<C> => amountIn(line, lineColumns[name], currency).negated();
  return {
    rowTotal: less('rowTotal'),
    discount: less('discount'),
    tax: less('tax'),
    compensation: less('compensation'),
  };
}

function totalsTakenBack<C extends OrderCurrency>(
  fields: OrderFields,
  invoice: InvoiceFields,
  currency: C,
): Partial<OrderFields> {
  const less = (name: 'subtotal' | 'tax' | 'discount' | 'compensation' | 'grandTotal'): Amount<C> =>
    amountIn(invoice, documentColumns[name], currency).negated();
  return increased(fields, currency, [
    [orderColumns.subtotalInvoiced, less('subtotal')],
    [orderColumns.taxInvoiced, less('tax')],
    [orderColumns.discountInvoiced, less('discount')],
    [orderColumns.compensationInvoiced, less('compensation')],
    [orderColumns.totalInvoiced, less('grandTotal')],
  ]);
}
