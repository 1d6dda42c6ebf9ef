import { describe, expect, it } from 'vitest';
import { quantityOf, type Quantity } from '../../src/kernel/units.ts';
import { withPieces } from '../../src/modules/sales/lifecycle/changes.ts';
import { emptyItem, emptyOrder } from './orders.ts';
import type { StoredItem, StoredOrder } from '../../src/modules/sales/order.ts';
import {
  documentLines,
  shippedLines,
  toCancel,
  toInvoice,
  toShip,
  treeOf,
  type DocumentLine,
} from '../../src/modules/sales/lifecycle/quantities.ts';

const item = (id: number, qty: number, over: Partial<StoredItem> = {}): StoredItem => ({
  id,
  parentId: null,
  fields: { ...emptyItem, item_id: id, sku: `s${id}`, qty_ordered: qty, product_type: 'simple', is_virtual: 0 },
  pricedAsWhole: true,
  shippedApart: false,
  taxes: [],
  giftMessageId: null,
  ...over,
});
const part = (id: number, parentId: number, qty: number): StoredItem => item(id, qty, { parentId });
const wanted = (...pieces: [id: number, qty: number][]): Map<number, Quantity> =>
  new Map(pieces.map(([id, qty]) => [id, quantityOf(qty)]));
const orderOf = (items: readonly StoredItem[]): StoredOrder => ({
  id: 1,
  version: 1,
  fields: { ...emptyOrder, base_grand_total: 0, grand_total: 0 },
  items,
  shippingAddress: null,
  shippingMethod: null,
  taxes: [],
  shippingTaxes: [],
  giftMessageId: null,
  reservesStock: false,
});
const told = (lines: readonly DocumentLine[]): number[][] => lines.map(({ node, qty }) => [node.item.id, qty]);

describe('quantities of a configurable product', () => {
  const items = () => [item(1, 3), part(2, 1, 3)];

  it('stand with the whole, and its variant follows', () => {
    const nodes = treeOf(items());
    expect(told(documentLines(nodes, wanted([1, 2]), toInvoice, 'qty_invoiced'))).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(told(documentLines(nodes, wanted([2, 2]), toInvoice, 'qty_invoiced'))).toEqual([]);
  });

  it('are shipped as the whole alone', () => {
    expect(told(shippedLines(treeOf(items()), undefined))).toEqual([[1, 3]]);
  });
});

describe('quantities of a bundle with the prices of its parts', () => {
  const together = () => [item(1, 2, { pricedAsWhole: false }), part(2, 1, 2), part(3, 1, 4)];
  const apart = () => [item(1, 2, { pricedAsWhole: false, shippedApart: true }), part(2, 1, 2), part(3, 1, 4)];

  it('stand with the parts, by the number of wholes or each for itself', () => {
    const nodes = treeOf(together());
    expect(told(documentLines(nodes, wanted([1, 1]), toInvoice, 'qty_invoiced'))).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
    expect(told(documentLines(nodes, wanted([3, 4]), toInvoice, 'qty_invoiced'))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('are sent apart with one whole a shipment', () => {
    const lines = shippedLines(treeOf(apart()), wanted([2, 2]));
    const pieces = new Map(lines.map(({ node, qty }) => [node.item.id, qty]));
    const nodes = treeOf(withPieces(orderOf(apart()), 'qty_shipped', pieces).items);
    expect(told(shippedLines(nodes, undefined))).toEqual([
      [1, 1],
      [3, 4],
    ]);
    expect(nodes[0]!.item.fields.qty_shipped).toBe(1);
  });

  it('are shipped as the whole or apart, as the bundle says', () => {
    expect(told(shippedLines(treeOf(together()), undefined))).toEqual([[1, 2]]);
    expect(treeOf(apart()).map(toShip)).toEqual([0, 2, 4]);
  });
});

describe('what can be canceled', () => {
  it('is neither invoiced nor shipped nor canceled before', () => {
    const invoiced = withPieces(orderOf([item(1, 5)]), 'qty_invoiced', wanted([1, 1]));
    const shipped = withPieces(invoiced, 'qty_shipped', wanted([1, 2]));
    expect(treeOf(shipped.items).map(toCancel)).toEqual([3]);
    const nodes = treeOf(withPieces(shipped, 'qty_canceled', wanted([1, 3])).items);
    expect(nodes.map((node) => [toCancel(node), toInvoice(node), toShip(node)])).toEqual([[0, 1, 0]]);
  });
});
