import { decimal, round } from '../../kernel/money.ts';
import type { StoredItem } from './orders/order.ts';
import type { Counted } from './orders/transitions.ts';

/** An item among its relatives: what it is part of, and its parts. */
export interface ItemNode {
  readonly item: StoredItem;
  readonly parent: ItemNode | undefined;
  readonly children: ItemNode[];
}

/** A quantity of an item. */
export interface Line {
  readonly node: ItemNode;
  readonly qty: number;
}

/** The items of an order with their relatives, in order. */
export function treeOf(items: readonly StoredItem[]): ItemNode[] {
  const nodes = new Map<number, ItemNode>();
  for (const item of items) {
    const parent = item.parentId === null ? undefined : nodes.get(item.parentId);
    const node: ItemNode = { item, parent, children: [] };
    parent?.children.push(node);
    nodes.set(item.id, node);
  }
  return [...nodes.values()];
}

/** A quantity of an item's record, 0 when there is none. */
export function quantity(
  { item }: ItemNode,
  field: 'qty_ordered' | 'qty_invoiced' | 'qty_shipped' | 'qty_refunded' | 'qty_canceled',
): number {
  return item.fields[field] ?? 0;
}

/** Whether amounts stand with the item itself, not with its parent or its parts. */
export function isPriced({ item, parent, children }: ItemNode): boolean {
  if (children.length > 0) return item.pricedAsWhole;
  return !parent?.item.pricedAsWhole;
}

/** Whether the item is put into shipments by itself, not with its parent or as its parts. */
export function isShipped({ item, parent, children }: ItemNode): boolean {
  if (children.length > 0) return !item.shippedApart;
  return !parent || parent.item.shippedApart;
}

/** How many of a part there are in one of its parent. */
export function perParent({ item, parent }: ItemNode): number {
  const whole = parent?.item.fields.qty_ordered ?? 0;
  return whole === 0 ? 1 : (item.fields.qty_ordered ?? 0) / whole;
}

/** Without what binary fractions leave. */
function clean(value: number): number {
  return Math.max(round(value, 8).toNumber(), 0);
}

/** How much of an item is canceled: by itself where it has amounts, else as far as its whole or all of its parts are. */
function canceled(node: ItemNode): number {
  if (isPriced(node)) return quantity(node, 'qty_canceled');
  if (node.parent) return quantity(node.parent, 'qty_canceled') * perParent(node);
  return Math.floor(Math.min(...node.children.map((part) => quantity(part, 'qty_canceled') / perParent(part))));
}

export function toInvoice(node: ItemNode): number {
  if (!isPriced(node)) return 0;
  return clean(quantity(node, 'qty_ordered') - quantity(node, 'qty_invoiced') - quantity(node, 'qty_canceled'));
}

/** What is neither shipped nor refunded nor canceled. */
function notShipped(node: ItemNode): number {
  const gone = Math.max(quantity(node, 'qty_shipped'), quantity(node, 'qty_refunded'));
  return clean(quantity(node, 'qty_ordered') - gone - canceled(node));
}

export function toShip(node: ItemNode): number {
  return isShipped(node) && node.item.fields.is_virtual !== 1 ? notShipped(node) : 0;
}

/** What is neither invoiced nor shipped. */
export function toCancel(node: ItemNode): number {
  return Math.min(toInvoice(node), notShipped(node));
}

export function toRefund(node: ItemNode): number {
  return isPriced(node) ? clean(quantity(node, 'qty_invoiced') - quantity(node, 'qty_refunded')) : 0;
}

/** Quantities by id of the order's item; undefined: all that is left. */
export type Wanted = ReadonlyMap<number, number> | undefined;

export function wantedOf(
  items: readonly { order_item_id?: number | null; qty?: number | null }[] | null | undefined,
): Wanted {
  if (!items || items.length === 0) return undefined;
  return new Map(items.map(({ order_item_id, qty }) => [order_item_id ?? 0, qty ?? 0]));
}

/** What a document counts up. */
export type Done = 'qty_invoiced' | 'qty_refunded';

/**
 * The lines of a document about amounts: what is wanted of each item that has amounts, and what follows for its parent and its
 * parts, which are listed without amounts. `left` tells how much there is of an item when nothing is said.
 */
export function pricedLines(
  nodes: readonly ItemNode[],
  wanted: Wanted,
  left: (node: ItemNode) => number,
  done: Done,
): Line[] {
  const quantities = new Map<ItemNode, number>();
  for (const node of nodes.filter(isPriced)) quantities.set(node, wantedQuantity(node, wanted, left));
  for (const node of nodes.filter((one) => !isPriced(one))) {
    quantities.set(node, node.parent ? followParent(node, quantities) : followParts(node, quantities, done));
  }
  return nodes.map((node) => ({ node, qty: quantities.get(node)! })).filter(({ qty }) => qty !== 0);
}

function wantedQuantity(node: ItemNode, wanted: Wanted, left: (node: ItemNode) => number): number {
  if (!wanted) return left(node);
  const own = wanted.get(node.item.id);
  if (own !== undefined) return own;
  const whole = node.parent && wanted.get(node.parent.item.id);
  return whole === undefined ? 0 : clean(whole * perParent(node));
}

function followParent(node: ItemNode, quantities: ReadonlyMap<ItemNode, number>): number {
  return clean((quantities.get(node.parent!) ?? 0) * perParent(node));
}

/** How many more wholes have begun with these quantities of parts, beyond those that had before. */
function followParts(node: ItemNode, quantities: ReadonlyMap<ItemNode, number>, done: Done): number {
  const begun = node.children.map((part) => (quantity(part, done) + (quantities.get(part) ?? 0)) / perParent(part));
  return clean(Math.ceil(round(Math.max(0, ...begun), 8).toNumber()) - quantity(node, done));
}

/**
 * The lines of a shipment: what is wanted of each item that is sent by itself, never more than is left; and a whole that is sent
 * in parts, as one piece with each shipment of some of them, as in the interface.
 */
export function shippedLines(nodes: readonly ItemNode[], wanted: Wanted): Line[] {
  const quantities = new Map<ItemNode, number>();
  for (const node of nodes.filter(isShipped)) {
    const left = toShip(node);
    const own = wanted ? (wanted.get(node.item.id) ?? wantedOfParent(node, wanted)) : left;
    quantities.set(node, Math.min(left, Math.max(own, 0)));
  }
  for (const node of nodes.filter((one) => one.children.length > 0 && !isShipped(one))) {
    quantities.set(node, node.children.some((part) => (quantities.get(part) ?? 0) > 0) ? 1 : 0);
  }
  return nodes.map((node) => ({ node, qty: quantities.get(node) ?? 0 })).filter(({ qty }) => qty > 0);
}

function wantedOfParent(node: ItemNode, wanted: ReadonlyMap<number, number>): number {
  const whole = node.parent && wanted.get(node.parent.item.id);
  return whole === undefined ? 0 : clean(whole * perParent(node));
}

/** Adds to a quantity of an item's record. */
export function addQuantity({ item }: ItemNode, field: Counted, qty: number): void {
  item.fields[field] = decimal(item.fields[field] ?? 0)
    .plus(round(qty, 8))
    .toNumber();
}
