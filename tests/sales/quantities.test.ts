import { describe, expect, it } from 'vitest';
import type { StoredItem } from '../../src/modules/sales/orders/order.ts';
import {
  addQuantity,
  pricedLines,
  shippedLines,
  toCancel,
  toInvoice,
  toShip,
  treeOf,
  type Line,
} from '../../src/modules/sales/quantities.ts';

const item = (id: number, qty: number, over: Partial<StoredItem> = {}): StoredItem => ({
  id,
  parentId: null,
  fields: { item_id: id, sku: `s${id}`, qty_ordered: qty, product_type: 'simple', is_virtual: 0 },
  pricedAsWhole: true,
  shippedApart: false,
  taxes: [],
  giftMessageId: null,
  ...over,
});
const part = (id: number, parentId: number, qty: number): StoredItem => item(id, qty, { parentId });
const told = (lines: readonly Line[]): number[][] => lines.map(({ node, qty }) => [node.item.id, qty]);

describe('quantities of a configurable product', () => {
  const items = () => [item(1, 3), part(2, 1, 3)];

  it('stand with the whole, and its variant follows', () => {
    const nodes = treeOf(items());
    expect(told(pricedLines(nodes, new Map([[1, 2]]), toInvoice, 'qty_invoiced'))).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(told(pricedLines(nodes, new Map([[2, 2]]), toInvoice, 'qty_invoiced'))).toEqual([]);
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
    expect(told(pricedLines(nodes, new Map([[1, 1]]), toInvoice, 'qty_invoiced'))).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
    expect(told(pricedLines(nodes, new Map([[3, 4]]), toInvoice, 'qty_invoiced'))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('are sent apart with one whole a shipment', () => {
    const nodes = treeOf(apart());
    for (const { node, qty } of shippedLines(nodes, new Map([[2, 2]]))) addQuantity(node, 'qty_shipped', qty);
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
    const nodes = treeOf([item(1, 5)]);
    addQuantity(nodes[0]!, 'qty_invoiced', 1);
    addQuantity(nodes[0]!, 'qty_shipped', 2);
    expect(nodes.map(toCancel)).toEqual([3]);
    addQuantity(nodes[0]!, 'qty_canceled', 3);
    expect(nodes.map((node) => [toCancel(node), toInvoice(node), toShip(node)])).toEqual([[0, 1, 0]]);
  });
});
