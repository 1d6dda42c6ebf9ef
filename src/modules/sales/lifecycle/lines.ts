import { elementAt } from '../../../kernel/lists.ts';
import { sumOf, type Amount, type Quantity } from '../../../kernel/units.ts';
import { amountIn, writtenAmounts, type AmountInBoth, type OrderCurrency } from '../amounts.ts';
import type { OrderTotal } from '../total-extensions.ts';
import { itemColumns, lineColumns, type documentColumns } from './columns.ts';
import { isPriced, quantity, type DocumentLine, type OrderItemNode } from './quantities.ts';
import type { DocumentRemainders } from './rounding.ts';

/** Amounts of an item that documents divide among its units; the last unit takes the rest. */
export type SharedAmount = 'rowTotal' | 'discount' | 'tax' | 'compensation';

/** The amounts of a line of a document in one currency. */
export type LineAmounts<C extends OrderCurrency> = { readonly [N in SharedAmount | 'rowTotalInclTax']: Amount<C> };

/** A line of a document with its amounts; undefined where the item has no amounts of its own. */
export interface PricedLine {
  readonly line: DocumentLine;
  readonly amounts: { readonly [C in OrderCurrency]: LineAmounts<C> } | undefined;
}

type DocumentTotal = keyof typeof documentColumns;
type EachTotal = 'subtotal' | 'discount' | 'tax' | 'compensation' | 'grandTotal';

/** The totals of a document in one currency; a discount is negative. */
export type DocumentTotals<C extends OrderCurrency> = { readonly [N in EachTotal]: Amount<C> } & {
  readonly [N in Exclude<DocumentTotal, EachTotal>]?: Amount<C>;
};

/** The shares of a document, or of a cancellation, in added totals. */
export type AddedAmounts = ReadonlyMap<OrderTotal, AmountInBoth>;

/** The amounts of a document: its lines, its totals, its shares in added totals. */
export interface DocumentAmounts {
  readonly lines: readonly PricedLine[];
  readonly totals: { readonly [C in OrderCurrency]: DocumentTotals<C> };
  readonly added: AddedAmounts;
}

/** How much of an item is left for further documents of a kind. */
export interface ItemRest {
  amount<C extends OrderCurrency>(node: OrderItemNode, name: SharedAmount, currency: C): Amount<C>;
  qty(node: OrderItemNode): Quantity;
}

/** The lines of a document that have amounts. */
export function linesWithAmounts(lines: readonly DocumentLine[]): DocumentLine[] {
  return lines.filter(({ node }) => isPriced(node));
}

/**
 * The amounts of lines in a currency: each takes its share of the rest of its item. All row totals are rounded first,
 * then all discounts, then tax and compensation of one line after the other. Remainders of rounding are carried forward
 * in this order.
 */
export function shareLines<C extends OrderCurrency>(
  lines: readonly DocumentLine[],
  rest: ItemRest,
  currency: C,
  remainders: DocumentRemainders<C>,
): LineAmounts<C>[] {
  const share = (line: DocumentLine, name: SharedAmount): Amount<C> =>
    shareOfRest(line, rest, name, currency, remainders);
  const rowTotals = lines.map((line) => share(line, 'rowTotal'));
  const discounts = lines.map((line) => share(line, 'discount'));
  const taxes = lines.map((line) => ({ tax: share(line, 'tax'), compensation: share(line, 'compensation') }));
  return lines.map(({ node, qty }, i) => {
    const whole = amountIn(node.item.fields, itemColumns.rowTotalInclTax, currency);
    return {
      rowTotal: elementAt(rowTotals, i),
      discount: elementAt(discounts, i),
      ...elementAt(taxes, i),
      rowTotalInclTax: remainders.round('inclTax', (whole.toNumber() * qty) / (quantity(node, 'qty_ordered') || 1)),
    };
  });
}

function shareOfRest<C extends OrderCurrency>(
  { node, qty }: DocumentLine,
  rest: ItemRest,
  name: SharedAmount,
  currency: C,
  remainders: DocumentRemainders<C>,
): Amount<C> {
  const [left, of] = [rest.amount(node, name, currency), rest.qty(node)];
  if (qty >= of || of <= 0) return left;
  return remainders.round('amounts', (left.toNumber() / of) * qty, { isTakenOff: name === 'discount' });
}

/** All lines of a document; those with amounts of their own have them. */
export function pricedLinesOf(
  lines: readonly DocumentLine[],
  amounts: { readonly [C in OrderCurrency]: readonly LineAmounts<C>[] },
): PricedLine[] {
  const places = new Map(linesWithAmounts(lines).map((line, i) => [line, i]));
  return lines.map((line) => {
    const i = places.get(line);
    if (i === undefined) return { line, amounts: undefined };
    return { line, amounts: { order: elementAt(amounts.order, i), base: elementAt(amounts.base, i) } };
  });
}

/** The sums of lines. */
export function sumLines<C extends OrderCurrency>(lines: readonly LineAmounts<C>[]) {
  const sum = (name: keyof LineAmounts<C>): Amount<C> => sumOf(lines.map((amounts) => amounts[name]));
  return {
    subtotal: sum('rowTotal'),
    subtotalInclTax: sum('rowTotalInclTax'),
    tax: sum('tax'),
    discount: sum('discount').negated(),
    compensation: sum('compensation'),
  };
}

/** The sum of the totals of a document, without adjustments and added totals. */
export function grandTotalOf<C extends OrderCurrency>(totals: Omit<DocumentTotals<C>, 'grandTotal'>): Amount<C> {
  const sum = sumOf([totals.subtotal, totals.discount, totals.tax, totals.compensation]);
  return totals.shipping ? sum.plus(totals.shipping) : sum;
}

/** A line as invoices and credit memos store it, with its own `id`. A discount of 0 is omitted. */
export function documentItem({ line: { node, qty }, amounts }: PricedLine, id: number) {
  const { fields } = node.item;
  const written: Partial<ReturnType<typeof writtenAmounts<typeof lineColumns>>> = amounts
    ? writtenAmounts(lineColumns, amounts)
    : {};
  const { discount_amount, base_discount_amount, ...others } = written;
  return {
    entity_id: id,
    order_item_id: node.item.id,
    product_id: fields.product_id ?? null,
    sku: fields.sku ?? null,
    name: fields.name ?? null,
    price: fields.price ?? null,
    base_price: fields.base_price ?? null,
    price_incl_tax: fields.price_incl_tax ?? null,
    base_price_incl_tax: fields.base_price_incl_tax ?? null,
    base_cost: fields.base_cost ?? null,
    qty,
    ...others,
    ...(discount_amount || base_discount_amount ? { discount_amount, base_discount_amount } : {}),
  };
}
