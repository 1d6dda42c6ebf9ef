import { takeQuantities, type Amount } from '../../../kernel/units.ts';
import { amountIn, hasAmount, type OrderCurrency } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { TotalStep } from '../total-extensions.ts';
import type { AddedTotals } from './added-totals.ts';
import { itemColumns, orderColumns } from './columns.ts';
import { documentAmounts } from './document-amounts.ts';
import {
  grandTotalOf,
  sumLines,
  type DocumentAmounts,
  type DocumentTotals,
  type ItemRest,
  type LineAmounts,
  type SharedAmount,
} from './lines.ts';
import { quantity, toInvoice, type DocumentLine, type OrderItemNode } from './quantities.ts';

/** The invoiced amounts of an item, by the amounts that they are part of. */
export const invoicedColumns = {
  rowTotal: itemColumns.rowInvoiced,
  tax: itemColumns.taxInvoiced,
  discount: itemColumns.discountInvoiced,
  compensation: itemColumns.compensationInvoiced,
} as const satisfies Record<SharedAmount, unknown>;

const notInvoiced: ItemRest = {
  amount: ({ item: { fields } }, name, currency) =>
    amountIn(fields, itemColumns[name], currency).minus(amountIn(fields, invoicedColumns[name], currency)),
  qty: (node) => takeQuantities(quantity(node, 'qty_ordered'), quantity(node, 'qty_invoiced')),
};

/** How the amounts of an invoice, or of a cancellation, are computed. */
interface InvoiceTerms {
  /** Whether it includes the shipping. */
  readonly withShipping: boolean;
  readonly added?: AddedTotals;
  readonly step?: TotalStep;
}

/**
 * The amounts of an invoice with these lines. The first invoice includes the shipping. The last one takes the remainder
 * of the others, so that all invoices together equal the order to the cent. Sources: recorded invoices of the
 * interface.
 */
export function invoiceAmounts(
  order: StoredOrder,
  nodes: readonly OrderItemNode[],
  lines: readonly DocumentLine[],
  { withShipping, added = [], step = 'invoice' }: InvoiceTerms,
): DocumentAmounts {
  const mayTakeRest = withShipping || isShippingInvoiced(order);
  return documentAmounts(order, nodes, lines, {
    step,
    rest: notInvoiced,
    openPieces: toInvoice,
    added,
    totals: (document) =>
      invoiceTotals(order, document.lines, document.currency, withShipping, document.isLast && mayTakeRest),
  });
}

/** Whether an invoice has included the shipping. */
export function isShippingInvoiced({ fields }: StoredOrder): boolean {
  return typeof fields.base_shipping_invoiced === 'number';
}

function invoiceTotals<C extends OrderCurrency>(
  order: StoredOrder,
  lines: readonly LineAmounts<C>[],
  currency: C,
  withShipping: boolean,
  takesRest: boolean,
): DocumentTotals<C> {
  const sums = sumLines(lines);
  const shipped = withShipping ? { ...sums, ...shippingOfInvoice(order, currency, sums) } : sums;
  const totals: Omit<DocumentTotals<C>, 'grandTotal'> = takesRest
    ? { ...shipped, ...totalsNotInvoiced(order, currency) }
    : shipped;
  const grandTotal = grandTotalOf(totals);
  const { shippingCompensation } = totals;
  return { ...totals, grandTotal: shippingCompensation ? grandTotal.plus(shippingCompensation) : grandTotal };
}

/** The shipping amounts of the invoice that includes the shipping; their tax and discount are added to those of the lines. */
function shippingOfInvoice<C extends OrderCurrency>(
  { fields }: StoredOrder,
  currency: C,
  { tax, discount }: ReturnType<typeof sumLines<C>>,
) {
  const known = (name: 'shipping' | 'shippingInclTax' | 'shippingTax' | 'shippingCompensation') =>
    hasAmount(fields, orderColumns[name], currency) ? { [name]: amountIn(fields, orderColumns[name], currency) } : {};
  return {
    ...known('shipping'),
    ...known('shippingInclTax'),
    ...known('shippingTax'),
    ...known('shippingCompensation'),
    tax: tax.plus(amountIn(fields, orderColumns.shippingTax, currency)),
    discount: discount.minus(amountIn(fields, orderColumns.shippingDiscount, currency)),
  };
}

/** The rest of each total after the other invoices and cancellations, for the last invoice. */
function totalsNotInvoiced<C extends OrderCurrency>({ fields }: StoredOrder, currency: C) {
  const of = (name: keyof typeof orderColumns): Amount<C> => amountIn(fields, orderColumns[name], currency);
  const rest = {
    subtotal: of('subtotal').minus(of('subtotalInvoiced')).minus(of('subtotalCanceled')),
    tax: of('tax').minus(of('taxInvoiced')).minus(of('taxCanceled')),
    // A canceled discount is stored as a positive number.
    discount: of('discount').minus(of('discountInvoiced')).plus(of('discountCanceled')),
  };
  if (of('totalCanceled').isZero()) return rest;
  // The canceled compensation has no field of its own: it is part of the canceled total.
  const canceled = of('totalCanceled').minus(of('subtotalCanceled')).minus(of('taxCanceled'));
  const compensation = of('compensation').minus(of('compensationInvoiced'));
  return { ...rest, compensation: compensation.minus(canceled).minus(of('discountCanceled')) };
}
