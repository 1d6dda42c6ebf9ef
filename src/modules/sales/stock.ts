import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { round } from '../../kernel/money.ts';
import { leastQuantity, mostQuantity, quantityOf, takeQuantities, type Quantity } from '../../kernel/units.ts';
import type { StockHold } from '../inventory/service.ts';
import { typeOf, type StoredItem, type StoredOrder } from './order.ts';
import {
  isPriced,
  isShipped,
  ofParent,
  quantity,
  treeOf,
  type CountedQuantity,
  type DocumentLine,
  type OrderItemNode,
} from './lifecycle/quantities.ts';

/** An item of an order that has stock: one of a product, without components. */
interface StockedNode extends OrderItemNode {
  readonly item: StoredItem & { readonly fields: { readonly product_id: number } };
}

/** Units of products by item of an order; negative for units that come back. */
type ProductPieces = ReadonlyMap<StockedNode, Quantity>;
/** Units of products by id of the order's item. */
type WaitingPieces = ReadonlyMap<number, Quantity>;

/** A quantity of an item; where only the parent's is recorded, the units that belong to that. */
function counted(node: OrderItemNode, field: CountedQuantity, isOwn: (node: OrderItemNode) => boolean): Quantity {
  if (isOwn(node) || !node.parent) return quantity(node, field);
  return ofParent(node, quantity(node.parent, field));
}

/** Units of an item that have left the stock; virtual ones leave it when they are invoiced. */
function goneOf(node: OrderItemNode): Quantity {
  if (node.item.fields.is_virtual === 1) return counted(node, 'qty_invoiced', isPriced);
  return counted(node, 'qty_shipped', isShipped);
}

/** Units of an item that have not left the stock yet: not yet shipped, or not yet invoiced for virtual items. */
function waiting(node: OrderItemNode): Quantity {
  const isVirtual = node.item.fields.is_virtual === 1;
  const refunded = isVirtual ? quantityOf(0) : counted(node, 'qty_refunded', isPriced);
  const canceled = counted(node, 'qty_canceled', isPriced);
  const left = takeQuantities(quantity(node, 'qty_ordered'), canceled, goneOf(node), refunded);
  return mostQuantity(quantityOf(0), quantityOf(round(left, 8).toNumber()));
}

function hasStock(node: OrderItemNode): node is StockedNode {
  return node.children.length === 0 && typeof node.item.fields.product_id === 'number';
}

/** Units that have not left the stock yet, by id of the item. */
function waitingPieces(order: StoredOrder): WaitingPieces {
  return new Map(
    treeOf(order.items)
      .filter(hasStock)
      .map((node) => [node.item.id, waiting(node)]),
  );
}

/** Units that no longer need to leave the stock, compared with the earlier order. */
function releasedPieces(order: StoredOrder, before: StoredOrder): ProductPieces {
  const waited = waitingPieces(before);
  const nodes = treeOf(order.items).filter(hasStock);
  return new Map(nodes.map((node) => [node, takeQuantities(waited.get(node.item.id) ?? quantityOf(0), waiting(node))]));
}

function asPieces(pieces: ProductPieces) {
  return [...pieces]
    .map(([{ item }, qty]) => ({
      productId: item.fields.product_id,
      typeId: typeOf(item),
      qty: round(qty, 8).toNumber(),
    }))
    .filter(({ qty }) => qty > 0);
}

/** Units of an order by item with stock. */
function piecesBy(order: StoredOrder, of: (node: OrderItemNode) => Quantity) {
  const nodes = treeOf(order.items).filter(hasStock);
  return asPieces(new Map(nodes.map((node) => [node, of(node)])));
}

/** The reservations of an order. */
export async function holdOf(call: Call, order: StoredOrder): Promise<StockHold> {
  return (
    order.stock ?? (await call.services.inventory.earlierHold(call, piecesBy(order, waiting), piecesBy(order, goneOf)))
  );
}

/** States in which nothing of an order is still to leave. */
export const endedStates: readonly string[] = ['complete', 'closed', 'canceled'];

/**
 * Makes the reservations of an order equal to its units that have not left the stock, whatever the stock has left; none for an ended
 * order. Returns the order with them. Units that have left without a record count as those of the stock's only source.
 */
export async function reserveWaiting(call: Call, order: StoredOrder): Promise<StoredOrder> {
  const { inventory } = call.services;
  const isOpen = !endedStates.includes(order.fields.state ?? '');
  if (!isOpen && !order.stock) return order;
  const before = order.stock ?? (await withoutReserved(call, piecesBy(order, goneOf)));
  const released = await inventory.release(
    call,
    before,
    Object.entries(before.reserved).map(([id, qty]) => ({ productId: Number(id), typeId: 'simple', qty })),
  );
  const stock = isOpen ? await inventory.reserveMore(call, released, piecesBy(order, waiting)) : released;
  return { ...order, reservesStock: true, stock };
}

/** A hold of units that have left a stock, and of no others. */
async function withoutReserved(call: Call, gone: ReturnType<typeof piecesBy>): Promise<StockHold> {
  const { inventory } = call.services;
  const { taken } = await inventory.earlierHold(call, [], gone);
  const stockId = inventory.stockOfCall(call);
  const source = inventory.sourceOf(call, { stockId }, undefined);
  return { stockId, reserved: {}, taken: taken.map((one) => Object.assign({}, one, { source })) };
}

/** Changes the reservations of an order by the difference of its items. Orders without a cart reserve nothing. */
async function changeHold(
  call: Call,
  order: StoredOrder,
  before: StoredOrder,
  change: (hold: StockHold) => Promise<StockHold>,
): Promise<StoredOrder> {
  return order.reservesStock ? { ...order, stock: await change(await holdOf(call, before)) } : order;
}

/**
 * Releases the reservations of canceled units; `before`: the earlier order. Returns the order with its reservations.
 */
export function releaseCanceled(call: Call, order: StoredOrder, before: StoredOrder): Promise<StoredOrder> {
  const pieces = asPieces(releasedPieces(order, before));
  return changeHold(call, order, before, (hold) => call.services.inventory.release(call, hold, pieces));
}

/** Returns units to the stock and reserves them again, after the cancellation of their invoice. */
export function reserveAgain(call: Call, order: StoredOrder, before: StoredOrder): Promise<StoredOrder> {
  const again = new Map([...releasedPieces(order, before)].map(([node, qty]) => [node, quantityOf(-Number(qty))]));
  return changeHold(call, order, before, (hold) => call.services.inventory.reserveAgain(call, hold, asPieces(again)));
}

/** Deducts invoiced units from stock that leave it without a shipment. */
export function deductInvoiced(call: Call, order: StoredOrder, before: StoredOrder): Promise<StoredOrder> {
  const pieces = asPieces(releasedPieces(order, before));
  return changeHold(call, order, before, (hold) => call.services.inventory.deduct(call, hold, pieces, 'by priority'));
}

/**
 * Deducts shipped units from their source; units that a refund has released are reserved again first. Throws when the
 * source has too little.
 */
export function deductShipped(
  call: Call,
  order: StoredOrder,
  before: StoredOrder,
  source: string,
): Promise<StoredOrder> {
  const { inventory } = call.services;
  const gone = goneSince(order, before);
  const free = new Map([...releasedPieces(order, before)].map(([{ item }, qty]) => [item.id, qty]));
  const unreserved = asPieces(
    new Map([...gone].map(([node, qty]) => [node, takeQuantities(qty, valueAt(free, node.item.id))])),
  );
  return changeHold(call, order, before, async (hold) => {
    const all = unreserved.length > 0 ? await inventory.reserveMore(call, hold, unreserved) : hold;
    return inventory.deduct(call, all, asPieces(gone), { source });
  });
}

/** Units that have left the stock since the earlier order. */
function goneSince(order: StoredOrder, before: StoredOrder): ProductPieces {
  const earlier = byItem(treeOf(before.items));
  const nodes = treeOf(order.items).filter(hasStock);
  return new Map(nodes.map((node) => [node, takeQuantities(goneOf(node), goneOf(valueAt(earlier, node.item.id)))]));
}

function byItem<N extends OrderItemNode>(nodes: Iterable<N>): ReadonlyMap<number, N> {
  return new Map([...nodes].map((node) => [node.item.id, node]));
}

/**
 * Changes stock after a refund. Units that had not left are no longer reserved. Items in `back` (or with their parent
 * in it) return to their sources, as far as units had left. Other refunded units that had not left are deducted
 * permanently.
 */
export async function stockAfterRefund(
  call: Call,
  order: StoredOrder,
  before: StoredOrder,
  lines: readonly DocumentLine[],
  back: ReadonlySet<number> | 'all',
): Promise<StoredOrder> {
  const { inventory } = call.services;
  const isBack = ({ item, parent }: OrderItemNode): boolean =>
    back === 'all' || back.has(item.id) || (parent !== undefined && back.has(parent.item.id));
  const refunded = lines.flatMap(({ node, qty }) => (hasStock(node) ? [{ node, qty }] : []));
  if (!order.reservesStock) {
    const pieces = asPieces(new Map(refunded.filter(({ node }) => isBack(node)).map(({ node, qty }) => [node, qty])));
    // Without a recorded reservation, the only known change is that its units return now.
    await inventory.putBack(call, await inventory.earlierHold(call, [], pieces), pieces);
    return order;
  }
  const released = releasedPieces(order, before);
  const after = byItem(released.keys());
  const returned = new Map<StockedNode, Quantity>();
  const lost = new Map<StockedNode, Quantity>();
  const unused = new Map(released);
  for (const { node, qty } of refunded) {
    const ofGone = leastQuantity(qty, unrefundedGone(node));
    const own = valueAt(after, node.item.id);
    const free = valueAt(released, own);
    const gone = leastQuantity(free, takeQuantities(qty, ofGone));
    if (isBack(node)) {
      returned.set(own, ofGone);
      continue;
    }
    lost.set(own, gone);
    unused.set(own, takeQuantities(free, gone));
  }
  return changeHold(call, order, before, async (hold) => {
    const rest = await inventory.deduct(call, hold, asPieces(lost), 'by priority');
    const remaining = await inventory.release(call, rest, asPieces(unused));
    return inventory.putBack(call, remaining, asPieces(returned));
  });
}

/** Units of an item that have left the stock and are not refunded. */
function unrefundedGone(node: OrderItemNode): Quantity {
  const unrefunded = takeQuantities(goneOf(node), counted(node, 'qty_refunded', isPriced));
  return mostQuantity(quantityOf(0), unrefunded);
}
