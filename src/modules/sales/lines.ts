import { decimal, type Decimal } from '../../kernel/money.ts';
import { amount, currencies, setAmount, type Currency, type Rounding } from './amounts.ts';
import { isPriced, quantity, type ItemNode, type Line } from './quantities.ts';

/** The amounts of one item of a document, by their names on the wire; none for an item that has no amounts of its own. */
export interface LineAmounts {
  readonly line: Line;
  readonly amounts: Readonly<Record<string, number>>;
}

/** What a document comes to: its lines, and its totals by their names on the wire. */
export interface DocumentAmounts {
  readonly lines: readonly LineAmounts[];
  readonly totals: Readonly<Record<string, number>>;
  /** What it takes of the totals that modules add, by the names of their amounts. */
  readonly added: Readonly<Record<string, number>>;
}

/** Amounts of a line of which the last piece takes what is left, in the order in which documents round them. */
export const shared = ['row_total', 'discount_amount', 'tax_amount', 'discount_tax_compensation_amount'] as const;
export type Shared = (typeof shared)[number];

/** What is left of an item for documents of a kind. */
export interface LeftOfItem {
  readonly amount: (node: ItemNode, name: Shared, currency: Currency) => Decimal;
  readonly qty: (node: ItemNode) => number;
}

/** The lines of a document, each with its part of what is left of its item. */
export function linesOf(lines: readonly Line[], left: LeftOfItem, rounding: Rounding): LineAmounts[] {
  const all = lines.map((line) => ({ line, amounts: {} as Record<string, number> }));
  const priced = all.filter(({ line }) => isPriced(line.node));
  for (const currency of currencies) {
    for (const name of shared) {
      for (const { line, amounts } of priced) {
        setAmount(amounts, currency + name, partOf(line, left, name, currency, rounding));
      }
    }
    const name = `${currency}row_total_incl_tax`;
    for (const { line, amounts } of priced) {
      const whole = amount(line.node.item.fields, name);
      const exact = whole.times(line.qty).div(quantity(line.node, 'qty_ordered') || 1);
      setAmount(amounts, name, rounding.part('inclTax', currency, exact));
    }
  }
  return all;
}

function partOf({ node, qty }: Line, left: LeftOfItem, name: Shared, currency: Currency, rounding: Rounding): Decimal {
  const [rest, of] = [left.amount(node, name, currency), left.qty(node)];
  if (qty >= of || of <= 0) return rest;
  const exact = rest.times(qty).div(of);
  const carry = name === 'discount_tax_compensation_amount' ? 'compensation' : 'amounts';
  return rounding.part(carry, currency, exact, { isTakenOff: name === 'discount_amount' });
}

/** Adds the lines up; a discount is negative in a document. */
export function sumLines(totals: Record<string, number>, lines: readonly LineAmounts[], currency: Currency): void {
  const sum = (name: string): Decimal =>
    lines.reduce((total, { amounts }) => total.plus(amount(amounts, currency + name)), decimal(0));
  setAmount(totals, `${currency}subtotal`, sum('row_total'));
  setAmount(totals, `${currency}subtotal_incl_tax`, sum('row_total_incl_tax'));
  setAmount(totals, `${currency}tax_amount`, sum('tax_amount'));
  setAmount(totals, `${currency}discount_amount`, sum('discount_amount').negated());
  setAmount(totals, `${currency}discount_tax_compensation_amount`, sum('discount_tax_compensation_amount'));
}

/** A line as invoices and credit memos keep it; `id`: its own. A discount of nothing is left out. */
export function documentItem({ line: { node, qty }, amounts }: LineAmounts, id: number) {
  const { fields } = node.item;
  const { discount_amount, base_discount_amount, ...others } = amounts;
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
