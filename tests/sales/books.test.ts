import { array, assert, constantFrom, integer, property, record, tuple } from '../support/properties.ts';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../src/kernel/money.ts';
import { amountOf, quantityOf, type Quantity } from '../../src/kernel/units.ts';
import { writtenAmounts } from '../../src/modules/sales/amounts.ts';
import { withPieces } from '../../src/modules/sales/lifecycle/changes.ts';
import { documentColumns } from '../../src/modules/sales/lifecycle/columns.ts';
import { invoiceAmounts, isShippingInvoiced } from '../../src/modules/sales/lifecycle/invoice-amounts.ts';
import {
  isPriced,
  documentLines,
  quantity,
  shippedLines,
  toCancel,
  toInvoice,
  toRefund,
  treeOf,
} from '../../src/modules/sales/lifecycle/quantities.ts';
import { refundAmounts } from '../../src/modules/sales/lifecycle/refund-amounts.ts';
import { canceled, invoiced, mayFollow, movedOn, refunded } from '../../src/modules/sales/lifecycle/transitions.ts';
import type { StoredOrder } from '../../src/modules/sales/order.ts';
import { currencyPrefixes, orderOf, orderWish, shippingCompensation } from './orders.ts';

/** A step in the life of an order: what is done, and how much of each item. */
const step = record({
  action: constantFrom('invoice', 'invoice', 'refund', 'refund', 'ship', 'cancel'),
  parts: array(integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }),
  shipping: integer({ min: 0, max: 100 }),
});
type Step = typeof step extends { generate(...args: never[]): { value: infer V } } ? V : never;

interface BookedTotals {
  invoiced: Record<string, number>[];
  refunded: Record<string, number>[];
}

/** Whether an item has amounts of its own. */
const isWhole = ({ pricedAsWhole }: StoredOrder['items'][number]): boolean => pricedAsWhole;

const part = (left: number, share: number): number => Math.floor((left * share) / 4);

function wantedBy(order: StoredOrder, left: (node: ReturnType<typeof treeOf>[number]) => number, parts: number[]) {
  const nodes = treeOf(order.items).filter(isPriced);
  return new Map(nodes.map((node, i) => [node.item.id, quantityOf(part(left(node), parts[i] ?? 0))]));
}

function invoice(order: StoredOrder, wanted: Map<number, Quantity> | undefined, totals: BookedTotals): StoredOrder {
  const nodes = treeOf(order.items);
  const lines = documentLines(nodes, wanted, toInvoice, 'qty_invoiced');
  if (lines.length === 0 || !mayFollow(order.fields.state, 'invoice')) return order;
  const withShipping = !isShippingInvoiced(order);
  const amounts = invoiceAmounts(order, nodes, lines, { withShipping });
  totals.invoiced.push(writtenAmounts(documentColumns, amounts.totals));
  return movedOn(invoiced(order, amounts, { withShipping, isPaid: true }));
}

function refund(
  order: StoredOrder,
  wanted: Map<number, Quantity> | undefined,
  shipping: number | undefined,
  totals: BookedTotals,
): StoredOrder {
  const nodes = treeOf(order.items);
  const amounts = refundAmounts(order, nodes, documentLines(nodes, wanted, toRefund, 'qty_refunded'), {
    shipping: shipping === undefined ? undefined : amountOf(shipping),
    adjustmentPositive: undefined,
    adjustmentNegative: undefined,
  });
  const { base_total_paid: paid, base_total_refunded: before } = order.fields;
  const left = decimal(paid ?? 0).minus(before ?? 0);
  if (amounts.totals.base.grandTotal.toNumber() > left.toNumber()) return order;
  totals.refunded.push(writtenAmounts(documentColumns, amounts.totals));
  return refunded(order, amounts, false);
}

function ship(order: StoredOrder, parts: readonly number[]): StoredOrder {
  const nodes = treeOf(order.items);
  const wanted = new Map(nodes.map(({ item }, i) => [item.id, quantityOf(parts[i] ?? 0)]));
  const pieces = shippedLines(nodes, wanted).flatMap(({ node, qty }) => [
    [node.item.id, qty] as const,
    ...node.children.map((child) => [child.item.id, quantityOf(quantity(child, 'qty_ordered') * qty)] as const),
  ]);
  return pieces.reduce((before, piece) => withPieces(before, 'qty_shipped', new Map([piece])), order);
}

/** The order after a step; that the one before stays as it was is checked with it. */
function run(order: StoredOrder, step: Step, totals: BookedTotals): StoredOrder {
  const before = structuredClone(order);
  const after = next(order, step, totals);
  expect(order).toEqual(before);
  return after;
}

function next(order: StoredOrder, { action, parts, shipping }: Step, totals: BookedTotals): StoredOrder {
  if (action === 'invoice') return invoice(order, wantedBy(order, toInvoice, parts), totals);
  if (action === 'refund') {
    const left = (order.fields.base_shipping_amount ?? 0) - (order.fields.base_shipping_refunded ?? 0);
    return refund(order, wantedBy(order, toRefund, parts), Math.floor(left * shipping) / 100, totals);
  }
  if (action === 'ship') return ship(order, parts);
  if (parts[0] !== 0) return order;
  const lines = treeOf(order.items).map((node) => ({ node, qty: toCancel(node) }));
  const canCancel = lines.filter(({ qty }) => qty > 0);
  return canCancel.length > 0 ? canceled(order, canCancel) : order;
}

const sum = (documents: Record<string, number>[], name: string): number =>
  documents.reduce((total, document) => total.plus(document[name] ?? 0), decimal(0)).toNumber();

/** What holds for an order at any time. */
function checkBooks(order: StoredOrder, { invoiced, refunded }: BookedTotals): void {
  const fields = order.fields as unknown as Record<string, number>;
  for (const currency of ['', 'base_']) {
    const of = (name: string): number => fields[currency + name] ?? 0;
    expect(of('total_invoiced')).toBe(sum(invoiced, `${currency}grand_total`));
    expect(of('total_paid')).toBe(of('total_invoiced'));
    if (invoiced.length > 0) {
      expect(of('total_due')).toBe(decimal(of('grand_total')).minus(of('total_paid')).toNumber());
    }
    expect(of('total_refunded')).toBe(sum(refunded, `${currency}grand_total`));
    expect(of('tax_invoiced')).toBe(sum(invoiced, `${currency}tax_amount`));
    expect(of('subtotal_refunded')).toBe(sum(refunded, `${currency}subtotal`));
    expect(of('shipping_refunded')).toBeLessThanOrEqual(of('shipping_amount'));
  }
  expect(fields.base_total_refunded ?? 0).toBeLessThanOrEqual(fields.base_total_paid ?? 0);
  for (const node of treeOf(order.items).filter(isPriced)) {
    const [done, canceled] = [quantity(node, 'qty_invoiced'), quantity(node, 'qty_canceled')];
    expect(done + canceled).toBeLessThanOrEqual(quantity(node, 'qty_ordered'));
    expect(quantity(node, 'qty_refunded')).toBeLessThanOrEqual(done);
  }
}

const life = tuple(orderWish, array(step, { maxLength: 12 }));

describe('the books of an order', () => {
  it('balance after any sequence of partial invoices, shipments, refunds and cancellations', () => {
    assert(
      property(life, ([wish, steps]) => {
        let order = orderOf(wish);
        const totals: BookedTotals = { invoiced: [], refunded: [] };
        for (const one of steps) {
          order = run(order, one, totals);
          checkBooks(order, totals);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('come to the whole order when all of it is invoiced or canceled, in whatever parts', () => {
    assert(
      property(life, ([wish, steps]) => {
        let order = orderOf(wish);
        const totals: BookedTotals = { invoiced: [], refunded: [] };
        for (const one of steps.filter(({ action }) => action !== 'refund')) order = run(order, one, totals);
        order = invoice(order, undefined, totals);
        const { fields } = order;
        for (const currency of ['', 'base_'] as const) {
          const paid = decimal(fields[`${currency}total_paid`] ?? 0).plus(fields[`${currency}total_canceled`] ?? 0);
          expect(paid.toNumber()).toBe(fields[`${currency}grand_total`]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('come to nothing when everything that was paid is refunded, in whatever parts', () => {
    assert(
      property(life, ([wish, steps]) => {
        let order = orderOf(wish);
        const totals: BookedTotals = { invoiced: [], refunded: [] };
        order = invoice(order, undefined, totals);
        for (const one of steps.filter(({ action }) => action === 'refund')) order = run(order, one, totals);
        order = refund(order, undefined, undefined, totals);
        const { fields } = order;
        expect(fields.base_total_refunded).toBe(fields.base_grand_total);
        expect(fields.total_refunded).toBe(fields.grand_total);
        for (const { fields: item } of order.items.filter((one) => one.pricedAsWhole)) {
          expect(item.amount_refunded).toBe(item.row_total);
          expect(item.tax_refunded).toBe(item.tax_amount);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('add up to the order in every amount, in whatever parts it is invoiced and refunded', () => {
    assert(
      property(life, ([wish, steps]) => {
        let order = orderOf(wish);
        const totals: BookedTotals = { invoiced: [], refunded: [] };
        for (const one of steps.filter(({ action }) => action === 'invoice')) order = run(order, one, totals);
        order = invoice(order, undefined, totals);
        for (const one of steps.filter(({ action }) => action === 'refund')) order = run(order, one, totals);
        order = refund(order, undefined, undefined, totals);
        const fields = order.fields as unknown as Record<string, number>;
        for (const currency of currencyPrefixes) {
          for (const name of ['subtotal', 'tax_amount', 'discount_amount', 'shipping_amount', 'grand_total']) {
            const whole = fields[currency + name];
            expect([name, sum(totals.invoiced, currency + name)]).toEqual([name, whole]);
            expect([name, sum(totals.refunded, currency + name)]).toEqual([name, whole]);
          }
          // Invoices tell what belongs to shipping apart.
          const name = `${currency}discount_tax_compensation_amount`;
          const ofShipping = shippingCompensation(currency);
          expect(sum(totals.invoiced, name)).toBe(fields[name]);
          expect(sum(totals.invoiced, ofShipping)).toBe(fields[ofShipping]);
          expect(sum(totals.refunded, name)).toBe(decimal(fields[name]!).plus(fields[ofShipping]!).toNumber());
          // What nothing is left of to take is only carried on: half a cent a document at most.
          const inclTax = sum(
            order.items.filter(isWhole).map(({ fields: item }) => item as object as Record<string, number>),
            `${currency}row_total_incl_tax`,
          );
          for (const documents of [totals.invoiced, totals.refunded]) {
            const off = decimal(sum(documents, `${currency}subtotal_incl_tax`))
              .minus(inclTax)
              .abs();
            expect(off.toNumber()).toBeLessThanOrEqual(documents.length * 0.005);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
