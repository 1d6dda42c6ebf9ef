import type { Call } from '../../kernel/call.ts';
import { round } from '../../kernel/money.ts';
import { leastQuantity, mostQuantity, quantityOf, takeQuantities, type Quantity } from '../../kernel/units.ts';
import type { StockHold } from '../inventory/service.ts';
import { typeOf, type StoredOrder } from './order.ts';
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

/** Pieces of products by item of an order; negative for pieces that come back. */
type ProductPieces = ReadonlyMap<OrderItemNode, Quantity>;
/** Pieces of products by id of the order's item. */
type WaitingPieces = ReadonlyMap<number, Quantity>;

/** A quantity of an item; where only its parent's is counted, the pieces that belong to that. */
function counted(node: OrderItemNode, field: CountedQuantity, isOwn: (node: OrderItemNode) => boolean): Quantity {
  if (isOwn(node) || !node.parent) return quantity(node, field);
  return ofParent(node, quantity(node.parent, field));
}

/** Pieces of an item that have left the house; those that are not shipped leave when they are invoiced. */
function goneOf(node: OrderItemNode): Quantity {
  if (node.item.fields.is_virtual === 1) return counted(node, 'qty_invoiced', isPriced);
  return counted(node, 'qty_shipped', isShipped);
}

/** Pieces of an item that are still to leave: as `toShip` counts them, or not yet invoiced where nothing is shipped. */
function waiting(node: OrderItemNode): Quantity {
  const isVirtual = node.item.fields.is_virtual === 1;
  const refunded = isVirtual ? quantityOf(0) : counted(node, 'qty_refunded', isPriced);
  const canceled = counted(node, 'qty_canceled', isPriced);
  const left = takeQuantities(quantity(node, 'qty_ordered'), canceled, goneOf(node), refunded);
  return mostQuantity(quantityOf(0), quantityOf(round(left, 8).toNumber()));
}

/** Items that have stock: those without components. */
function hasStock({ item, children }: OrderItemNode): boolean {
  return children.length === 0 && typeof item.fields.product_id === 'number';
}

/** The pieces that are still to leave, by item's id. */
function waitingPieces(order: StoredOrder): WaitingPieces {
  return new Map(
    treeOf(order.items)
      .filter(hasStock)
      .map((node) => [node.item.id, waiting(node)]),
  );
}

/** The pieces that are no longer to leave, compared with those of the order as it was. */
function releasedPieces(order: StoredOrder, before: StoredOrder): ProductPieces {
  const waited = waitingPieces(before);
  const nodes = treeOf(order.items).filter(hasStock);
  return new Map(nodes.map((node) => [node, takeQuantities(waited.get(node.item.id) ?? quantityOf(0), waiting(node))]));
}

function asPieces(pieces: ProductPieces) {
  return [...pieces]
    .map(([{ item }, qty]) => ({
      productId: item.fields.product_id!,
      typeId: typeOf(item),
      qty: round(qty, 8).toNumber(),
    }))
    .filter(({ qty }) => qty > 0);
}

/** The pieces that an order has of something: of each item that has stock. */
function piecesBy(order: StoredOrder, of: (node: OrderItemNode) => Quantity) {
  const nodes = treeOf(order.items).filter(hasStock);
  return asPieces(new Map(nodes.map((node) => [node, of(node)])));
}

/** What an order holds of a stock. */
export async function holdOf(call: Call, order: StoredOrder): Promise<StockHold> {
  return (
    order.stock ?? (await call.services.inventory.earlierHold(call, piecesBy(order, waiting), piecesBy(order, goneOf)))
  );
}

/** A change of what an order holds, by what its items came to. Orders that did not come from a cart hold nothing. */
async function changeHold(
  call: Call,
  order: StoredOrder,
  before: StoredOrder,
  change: (hold: StockHold) => Promise<StockHold>,
): Promise<StoredOrder> {
  return order.reservesStock ? { ...order, stock: await change(await holdOf(call, before)) } : order;
}

/** Releases the reservations of pieces that were canceled; `before`: the order as it was. Gives the order with what it holds. */
export function releaseCanceled(call: Call, order: StoredOrder, before: StoredOrder): Promise<StoredOrder> {
  const pieces = asPieces(releasedPieces(order, before));
  return changeHold(call, order, before, (hold) => call.services.inventory.release(call, hold, pieces));
}

/** Puts pieces back into stock and reserves them again, because their invoice was canceled. */
export function reserveAgain(call: Call, order: StoredOrder, before: StoredOrder): Promise<StoredOrder> {
  const again = new Map([...releasedPieces(order, before)].map(([node, qty]) => [node, quantityOf(-Number(qty))]));
  return changeHold(call, order, before, (hold) => call.services.inventory.reserveAgain(call, hold, asPieces(again)));
}

/** Deducts from stock the pieces that have left without a shipment: those that are invoiced, and not shipped. */
export function deductInvoiced(call: Call, order: StoredOrder, before: StoredOrder): Promise<StoredOrder> {
  const pieces = asPieces(releasedPieces(order, before));
  return changeHold(call, order, before, (hold) => call.services.inventory.deduct(call, hold, pieces, 'by priority'));
}

/**
 * Deducts from a source the pieces that were shipped from it; those that a refund has released are reserved again before. Throws when
 * the source has too little.
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
    new Map([...gone].map(([node, qty]) => [node, takeQuantities(qty, free.get(node.item.id)!)])),
  );
  return changeHold(call, order, before, async (hold) => {
    const all = unreserved.length > 0 ? await inventory.reserveMore(call, hold, unreserved) : hold;
    return inventory.deduct(call, all, asPieces(gone), { source });
  });
}

/** The pieces that have left since an order was as before. */
function goneSince(order: StoredOrder, before: StoredOrder): ProductPieces {
  const earlier = byItem(treeOf(before.items));
  const nodes = treeOf(order.items).filter(hasStock);
  return new Map(nodes.map((node) => [node, takeQuantities(goneOf(node), goneOf(earlier.get(node.item.id)!))]));
}

function byItem(nodes: Iterable<OrderItemNode>): ReadonlyMap<number, OrderItemNode> {
  return new Map([...nodes].map((node) => [node.item.id, node]));
}

/**
 * Changes stock after a refund. Pieces that were still to leave are no longer reserved. Items in `back` (or with their parent in it) go back
 * to their sources, as far as pieces had left. Refunded pieces of other items that had not left are deducted for good.
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
  const refunded = lines.filter(({ node }) => hasStock(node));
  if (!order.reservesStock) {
    const pieces = asPieces(new Map(refunded.filter(({ node }) => isBack(node)).map(({ node, qty }) => [node, qty])));
    // What is known of such an order is that its pieces come in now.
    await inventory.putBack(call, await inventory.earlierHold(call, [], pieces), pieces);
    return order;
  }
  const released = releasedPieces(order, before);
  const after = byItem(released.keys());
  const returned = new Map<OrderItemNode, Quantity>();
  const lost = new Map<OrderItemNode, Quantity>();
  const unused = new Map(released);
  for (const { node, qty } of refunded) {
    const ofGone = leastQuantity(qty, goneAndKept(node));
    const own = after.get(node.item.id)!;
    const free = released.get(own)!;
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
    const kept = await inventory.release(call, rest, asPieces(unused));
    return inventory.putBack(call, kept, asPieces(returned));
  });
}

/** Pieces of an item that have left and are not refunded. */
function goneAndKept(node: OrderItemNode): Quantity {
  const kept = takeQuantities(goneOf(node), counted(node, 'qty_refunded', isPriced));
  return mostQuantity(quantityOf(0), kept);
}
