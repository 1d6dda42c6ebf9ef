import type { Call } from '../../kernel/call.ts';
import { round } from '../../kernel/money.ts';
import { mostQuantity, quantityOf, takeQuantities, type Quantity } from '../../kernel/units.ts';
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

/** Pieces of an item that are still to leave. A refund first counts for pieces that have left. */
function waiting(node: OrderItemNode): Quantity {
  const gone = mostQuantity(goneOf(node), counted(node, 'qty_refunded', isPriced));
  const left = takeQuantities(quantity(node, 'qty_ordered'), counted(node, 'qty_canceled', isPriced), gone);
  return mostQuantity(quantityOf(0), quantityOf(round(left, 8).toNumber()));
}

/** Items that have stock: those without components. */
function hasStock({ item, children }: OrderItemNode): boolean {
  return children.length === 0 && typeof item.fields.product_id === 'number';
}

/** The pieces that are still to leave, by item's id; the caller compares them with those after a change. */
export function waitingPieces(order: StoredOrder): WaitingPieces {
  return new Map(
    treeOf(order.items)
      .filter(hasStock)
      .map((node) => [node.item.id, waiting(node)]),
  );
}

/** The pieces that are no longer to leave, compared with `before`. Orders that did not come from a cart never reserved any. */
function releasedPieces(order: StoredOrder, before: WaitingPieces): ProductPieces {
  if (!order.reservesStock) return new Map();
  const nodes = treeOf(order.items).filter(hasStock);
  return new Map(nodes.map((node) => [node, takeQuantities(before.get(node.item.id) ?? quantityOf(0), waiting(node))]));
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

/** Releases the reservations of pieces that were canceled since `before`. */
export async function releaseCanceled(call: Call, order: StoredOrder, before: WaitingPieces) {
  await call.services.inventory.release(call, asPieces(releasedPieces(order, before)));
}

/** Puts pieces back into stock and reserves them again, because their invoice was canceled since `before`. */
export async function reserveAgain(call: Call, order: StoredOrder, before: WaitingPieces): Promise<void> {
  const again = new Map([...releasedPieces(order, before)].map(([node, qty]) => [node, quantityOf(-qty)]));
  await call.services.inventory.putBack(call, asPieces(again));
  await call.services.inventory.reserveAgain(call, asPieces(again));
}

/** Deducts from stock the pieces that have left the house since `before`. */
export async function deductGone(call: Call, order: StoredOrder, before: WaitingPieces): Promise<void> {
  await call.services.inventory.deduct(call, asPieces(releasedPieces(order, before)));
}

/**
 * Changes stock after a refund. Items in `back` (or with their parent in it) go back: pieces that had left return to stock, those
 * that had not are no longer reserved. Pieces of other items that had not left are deducted for good.
 */
export async function stockAfterRefund(
  call: Call,
  order: StoredOrder,
  before: WaitingPieces,
  lines: readonly DocumentLine[],
  back: ReadonlySet<number> | 'all',
): Promise<void> {
  const isBack = ({ item, parent }: OrderItemNode): boolean =>
    back === 'all' || back.has(item.id) || (parent !== undefined && back.has(parent.item.id));
  const free = new Map([...releasedPieces(order, before)].map(([node, qty]) => [node.item.id, { node, qty }]));
  const piecesWhere = (goesBack: boolean): ProductPieces =>
    new Map([...free.values()].filter(({ node }) => isBack(node) === goesBack).map(({ node, qty }) => [node, qty]));
  await call.services.inventory.release(call, asPieces(piecesWhere(true)));
  await call.services.inventory.deduct(call, asPieces(piecesWhere(false)));
  const returned = lines
    .filter(({ node }) => hasStock(node) && isBack(node))
    .map(({ node, qty }) => [node, takeQuantities(qty, free.get(node.item.id)?.qty ?? quantityOf(0))] as const);
  await call.services.inventory.putBack(call, asPieces(new Map(returned)));
}
