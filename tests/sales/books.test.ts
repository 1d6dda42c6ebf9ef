import { array, assert, constantFrom, integer, property, record, tuple } from '../support/properties.ts';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../src/kernel/money.ts';
import { currencies, shippingCompensation } from '../../src/modules/sales/amounts.ts';
import { refundAmounts } from '../../src/modules/sales/creditmemos/amounts.ts';
import { noteRefund } from '../../src/modules/sales/creditmemos/book.ts';
import { invoiceAmounts, isShippingInvoiced } from '../../src/modules/sales/invoices/amounts.ts';
import { bookInvoice } from '../../src/modules/sales/invoices/book.ts';
import { bookCancel } from '../../src/modules/sales/orders/cancel.ts';
import { movedOn } from '../../src/modules/sales/orders/progress.ts';
import type { StoredOrder } from '../../src/modules/sales/orders/order.ts';
import {
  addQuantity,
  isPriced,
  pricedLines,
  quantity,
  shippedLines,
  toCancel,
  toInvoice,
  toRefund,
  treeOf,
} from '../../src/modules/sales/quantities.ts';
import { mayFollow } from '../../src/modules/sales/states.ts';
import { orderOf, orderWish } from './orders.ts';

/** A step in the life of an order: what is done, and how much of each item. */
const step = record({
  action: constantFrom('invoice', 'invoice', 'refund', 'refund', 'ship', 'cancel'),
  parts: array(integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }),
  shipping: integer({ min: 0, max: 100 }),
});
type Step = typeof step extends { generate(...args: never[]): { value: infer V } } ? V : never;

interface Totals {
  invoiced: Record<string, number>[];
  refunded: Record<string, number>[];
}

/** Whether an item has amounts of its own. */
const isWhole = ({ pricedAsWhole }: StoredOrder['items'][number]): boolean => pricedAsWhole;

const part = (left: number, share: number): number => Math.floor((left * share) / 4);

function wantedBy(order: StoredOrder, left: (node: ReturnType<typeof treeOf>[number]) => number, parts: number[]) {
  const nodes = treeOf(order.items).filter(isPriced);
  return new Map(nodes.map((node, i) => [node.item.id, part(left(node), parts[i] ?? 0)]));
}

function invoice(order: StoredOrder, wanted: Map<number, number> | undefined, totals: Totals): void {
  const nodes = treeOf(order.items);
  const lines = pricedLines(nodes, wanted, toInvoice, 'qty_invoiced');
  if (lines.length === 0 || !mayFollow(order.fields.state ?? '', 'invoice')) return;
  const withShipping = !isShippingInvoiced(order);
  const amounts = invoiceAmounts(order, nodes, lines, { withShipping });
  Object.assign(order, bookInvoice(order, amounts, withShipping));
  Object.assign(order, movedOn(order));
  totals.invoiced.push(amounts.totals);
}

function refund(
  order: StoredOrder,
  wanted: Map<number, number> | undefined,
  shipping: number | undefined,
  totals: Totals,
): void {
  const nodes = treeOf(order.items);
  const amounts = refundAmounts(order, nodes, pricedLines(nodes, wanted, toRefund, 'qty_refunded'), {
    shipping,
    adjustmentPositive: undefined,
    adjustmentNegative: undefined,
  });
  const { base_total_paid: paid, base_total_refunded: before } = order.fields;
  if (
    (amounts.totals.base_grand_total ?? 0) >
    decimal(paid ?? 0)
      .minus(before ?? 0)
      .toNumber()
  )
    return;
  noteRefund(order, amounts);
  totals.refunded.push(amounts.totals);
}

function run(order: StoredOrder, { action, parts, shipping }: Step, totals: Totals): void {
  const nodes = treeOf(order.items);
  if (action === 'invoice') invoice(order, wantedBy(order, toInvoice, parts), totals);
  if (action === 'refund') {
    const left = (order.fields.base_shipping_amount ?? 0) - (order.fields.base_shipping_refunded ?? 0);
    refund(order, wantedBy(order, toRefund, parts), Math.floor(left * shipping) / 100, totals);
  }
  if (action === 'ship') {
    for (const { node, qty } of shippedLines(nodes, new Map(nodes.map(({ item }, i) => [item.id, parts[i] ?? 0])))) {
      addQuantity(node, 'qty_shipped', qty);
      for (const child of node.children) addQuantity(child, 'qty_shipped', quantity(child, 'qty_ordered') * qty);
    }
  }
  if (action === 'cancel' && parts[0] === 0) {
    const lines = nodes.map((node) => ({ node, qty: toCancel(node) })).filter(({ qty }) => qty > 0);
    if (lines.length > 0) Object.assign(order, bookCancel(order, nodes, lines));
  }
}

const sum = (documents: Record<string, number>[], name: string): number =>
  documents.reduce((total, document) => total.plus(document[name] ?? 0), decimal(0)).toNumber();

/** What holds for an order at any time. */
function checkBooks(order: StoredOrder, { invoiced, refunded }: Totals): void {
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
        const order = orderOf(wish);
        const totals: Totals = { invoiced: [], refunded: [] };
        for (const one of steps) {
          run(order, one, totals);
          checkBooks(order, totals);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('come to the whole order when all of it is invoiced or canceled, in whatever parts', () => {
    assert(
      property(life, ([wish, steps]) => {
        const order = orderOf(wish);
        const totals: Totals = { invoiced: [], refunded: [] };
        for (const one of steps.filter(({ action }) => action !== 'refund')) run(order, one, totals);
        invoice(order, undefined, totals);
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
        const order = orderOf(wish);
        const totals: Totals = { invoiced: [], refunded: [] };
        invoice(order, undefined, totals);
        for (const one of steps.filter(({ action }) => action === 'refund')) run(order, one, totals);
        refund(order, undefined, undefined, totals);
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
        const order = orderOf(wish);
        const totals: Totals = { invoiced: [], refunded: [] };
        for (const one of steps.filter(({ action }) => action === 'invoice')) run(order, one, totals);
        invoice(order, undefined, totals);
        for (const one of steps.filter(({ action }) => action === 'refund')) run(order, one, totals);
        refund(order, undefined, undefined, totals);
        const fields = order.fields as unknown as Record<string, number>;
        for (const currency of currencies) {
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
            order.items.filter(isWhole).map(({ fields: item }) => item as Record<string, number>),
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
