import { valueAt } from '../../../kernel/lookup.ts';
import { round } from '../../../kernel/money.ts';
import {
  addQuantities,
  leastQuantity,
  mostQuantity,
  quantityOf,
  takeQuantities,
  type Quantity,
} from '../../../kernel/units.ts';
import { numberIn, type AmountFields } from '../amounts.ts';
import type { StoredItem } from '../order.ts';

/** An item with its parent (a composite item) and its children (components). */
export interface OrderItemNode {
  readonly item: StoredItem;
  readonly parent: OrderItemNode | undefined;
  readonly children: OrderItemNode[];
}

/** An item of a document and its quantity. */
export interface DocumentLine {
  readonly node: OrderItemNode;
  readonly qty: Quantity;
}

/** The items of an order with parents and children, in their order. */
export function treeOf(items: readonly StoredItem[]): OrderItemNode[] {
  const nodes = new Map<number, OrderItemNode>();
  for (const item of items) {
    const parent = item.parentId === null ? undefined : nodes.get(item.parentId);
    const node: OrderItemNode = { item, parent, children: [] };
    parent?.children.push(node);
    nodes.set(item.id, node);
  }
  return [...nodes.values()];
}

/** The quantities that are counted up as the order moves on. */
export type CountedQuantity = 'qty_invoiced' | 'qty_shipped' | 'qty_refunded' | 'qty_canceled' | 'qty_returned';

/** A quantity of an item; 0 when the field is empty. */
export function quantity({ item }: OrderItemNode, field: 'qty_ordered' | CountedQuantity): Quantity {
  return quantityOf(numberIn(item.fields, field));
}

/** The quantity of a line of a stored document; 0 when the original request had none. */
export function lineQuantity(line: AmountFields<'qty'>): Quantity {
  return quantityOf(numberIn(line, 'qty'));
}

/** Whether an item has amounts of its own, rather than its parent or its children. */
export function isPriced({ item, parent, children }: OrderItemNode): boolean {
  if (children.length > 0) return item.pricedAsWhole;
  return !parent?.item.pricedAsWhole;
}

/** Whether shipments list an item by itself, rather than its parent or its children. */
export function isShipped({ item, parent, children }: OrderItemNode): boolean {
  if (children.length > 0) return !item.shippedApart;
  return !parent || parent.item.shippedApart;
}

/** Units of an item per unit of its parent. */
function perParent({ item, parent }: OrderItemNode): number {
  const whole = parent ? numberIn(parent.item.fields, 'qty_ordered') : 0;
  return whole === 0 ? 1 : numberIn(item.fields, 'qty_ordered') / whole;
}

/** Units of an item that belong to this many units of its parent. */
export function ofParent(node: OrderItemNode, qty: Quantity): Quantity {
  return quantityOf(qty * perParent(node));
}

/** A quantity without the errors of binary fractions; zero at least. */
function clean(value: number): Quantity {
  return quantityOf(Math.max(round(value, 8).toNumber(), 0));
}

/**
 * Canceled units of an item. If it has no amounts of its own, derived from its parent, or from the complete sets of its
 * children.
 */
function canceledQuantity(node: OrderItemNode): Quantity {
  if (isPriced(node)) return quantity(node, 'qty_canceled');
  if (node.parent) return ofParent(node, quantity(node.parent, 'qty_canceled'));
  const wholes = node.children.map((child) => quantity(child, 'qty_canceled') / perParent(child));
  return quantityOf(Math.floor(Math.min(...wholes)));
}

/** Units that are neither invoiced nor canceled; zero for an item without amounts of its own. */
export function toInvoice(node: OrderItemNode): Quantity {
  if (!isPriced(node)) return quantityOf(0);
  const [ordered, invoiced] = [quantity(node, 'qty_ordered'), quantity(node, 'qty_invoiced')];
  return clean(takeQuantities(ordered, invoiced, quantity(node, 'qty_canceled')));
}

/** Units that are neither shipped nor refunded nor canceled. Refunds use up units that were not shipped first. */
function notShipped(node: OrderItemNode): Quantity {
  const settledUnits = addQuantities(quantity(node, 'qty_shipped'), quantity(node, 'qty_refunded'));
  return clean(takeQuantities(quantity(node, 'qty_ordered'), settledUnits, canceledQuantity(node)));
}

/** Units still to be shipped of an item that ships by itself. */
export function toShip(node: OrderItemNode): Quantity {
  return isShippable(node) ? notShipped(node) : quantityOf(0);
}

/**
 * Units of an item by itself that a caller may ship explicitly: after a refund of shipped units, the others are still
 * available.
 */
export function mayShip(node: OrderItemNode): Quantity {
  if (!isShippable(node)) return quantityOf(0);
  const gone = mostQuantity(quantity(node, 'qty_shipped'), quantity(node, 'qty_refunded'));
  return clean(takeQuantities(quantity(node, 'qty_ordered'), gone, canceledQuantity(node)));
}

function isShippable(node: OrderItemNode): boolean {
  return isShipped(node) && node.item.fields.is_virtual !== 1;
}

/** Units that are neither invoiced nor shipped. */
export function toCancel(node: OrderItemNode): Quantity {
  return leastQuantity(toInvoice(node), notShipped(node));
}

/** Units that are invoiced and not refunded. */
export function toRefund(node: OrderItemNode): Quantity {
  const left = takeQuantities(quantity(node, 'qty_invoiced'), quantity(node, 'qty_refunded'));
  return isPriced(node) ? clean(left) : quantityOf(0);
}

/** Quantities by id of the order's item; undefined: all that is left. */
export type WantedQuantities = ReadonlyMap<number, Quantity> | undefined;

/** The items that a request names. */
type NamedItems =
  readonly { readonly order_item_id?: number | null; readonly qty?: number | null }[] | null | undefined;

/** The items that a request names, by id of the order's item (0: the request names none), with their quantities (0 unless it says more). */
export function namedItems(items: NamedItems): { readonly id: number; readonly qty: Quantity }[] {
  return (items ?? []).map(({ order_item_id, qty }) => ({ id: order_item_id ?? 0, qty: quantityOf(qty ?? 0) }));
}

/** The requested quantities of the named items; undefined (all remaining) if the request names none. */
export function wantedOf(items: NamedItems): WantedQuantities {
  const named = namedItems(items);
  return named.length === 0 ? undefined : new Map(named.map(({ id, qty }) => [id, qty]));
}

/** Whether an item is sold in fractions: by its stock item, or because a fraction was ordered or invoiced. */
function isSoldInFractions(node: OrderItemNode): boolean {
  if (node.item.fields.is_qty_decimal === 1) return true;
  return ![quantity(node, 'qty_ordered'), quantity(node, 'qty_invoiced')].every(Number.isInteger);
}

/** Whether a quantity of an item is a whole number, or the item is sold in fractions. */
export function isWholePieces(node: OrderItemNode, qty: number): boolean {
  return Number.isInteger(qty) || isSoldInFractions(node);
}

/** The requested quantities without the fractions of items that are sold in whole units, as in the interface. */
export function inWholePieces(
  nodes: readonly OrderItemNode[],
  requestedQuantities: WantedQuantities,
): WantedQuantities {
  if (!requestedQuantities) return undefined;
  const fractions = new Set(nodes.filter(isSoldInFractions).map(({ item }) => item.id));
  return new Map(
    [...requestedQuantities].map(([id, qty]) => [id, fractions.has(id) ? qty : quantityOf(Math.trunc(qty))]),
  );
}

/** The quantities that documents about money count up. */
type PricedQuantity = 'qty_invoiced' | 'qty_refunded';

/**
 * The lines of an invoice or a credit memo: the requested units of each item with amounts. Its parent or its children
 * follow, as lines without amounts. `left`: the default quantity of an item.
 */
export function documentLines(
  nodes: readonly OrderItemNode[],
  requestedQuantities: WantedQuantities,
  left: (node: OrderItemNode) => Quantity,
  counted: PricedQuantity,
): DocumentLine[] {
  const quantities = new Map<OrderItemNode, Quantity>();
  for (const node of nodes.filter(isPriced)) quantities.set(node, wantedQuantity(node, requestedQuantities, left));
  for (const node of nodes.filter((one) => !isPriced(one))) {
    quantities.set(
      node,
      node.parent ? followParent(node, node.parent, quantities) : followChildren(node, quantities, counted),
    );
  }
  return nodes.map((node) => ({ node, qty: valueAt(quantities, node) })).filter(({ qty }) => qty !== 0);
}

function wantedQuantity(
  node: OrderItemNode,
  requestedQuantities: WantedQuantities,
  left: (node: OrderItemNode) => Quantity,
): Quantity {
  if (!requestedQuantities) return left(node);
  return requestedQuantities.get(node.item.id) ?? wantedWithParent(node, requestedQuantities);
}

function wantedWithParent(node: OrderItemNode, requestedQuantities: ReadonlyMap<number, Quantity>): Quantity {
  const whole = node.parent && requestedQuantities.get(node.parent.item.id);
  return whole === undefined ? quantityOf(0) : clean(ofParent(node, whole));
}

function followParent(
  node: OrderItemNode,
  parent: OrderItemNode,
  quantities: ReadonlyMap<OrderItemNode, Quantity>,
): Quantity {
  return clean(ofParent(node, quantities.get(parent) ?? quantityOf(0)));
}

/** Additional units of a composite item that these quantities of its children start. */
function followChildren(
  node: OrderItemNode,
  quantities: ReadonlyMap<OrderItemNode, Quantity>,
  counted: PricedQuantity,
): Quantity {
  const begun = node.children.map((child) => {
    const all = addQuantities(quantity(child, counted), quantities.get(child) ?? quantityOf(0));
    return all / perParent(child);
  });
  return clean(Math.ceil(round(Math.max(0, ...begun), 8).toNumber()) - quantity(node, counted));
}

/**
 * The lines of a shipment: the requested units of each item that ships by itself, at most those that may be shipped; by
 * default all remaining ones. A composite item whose children ship separately is one unit in each shipment of some of
 * them, as in the interface.
 */
export function shippedLines(nodes: readonly OrderItemNode[], requestedQuantities: WantedQuantities): DocumentLine[] {
  const none = quantityOf(0);
  const quantities = new Map<OrderItemNode, Quantity>();
  for (const node of nodes.filter(isShipped)) {
    const own = requestedQuantities
      ? (requestedQuantities.get(node.item.id) ?? wantedWithParent(node, requestedQuantities))
      : toShip(node);
    quantities.set(node, leastQuantity(mayShip(node), mostQuantity(own, none)));
  }
  for (const node of nodes.filter((one) => one.children.length > 0 && !isShipped(one))) {
    quantities.set(node, quantityOf(node.children.some((child) => (quantities.get(child) ?? 0) > 0) ? 1 : 0));
  }
  return nodes.map((node) => ({ node, qty: quantities.get(node) ?? none })).filter(({ qty }) => qty > 0);
}
