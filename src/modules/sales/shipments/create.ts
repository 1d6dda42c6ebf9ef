import type { Call } from '../../../kernel/call.ts';
import { zip } from '../../../kernel/lists.ts';
import { addQuantities, leastQuantity, quantityOf, takeQuantities, type Quantity } from '../../../kernel/units.ts';
import { makeComments } from '../comments.ts';
import type { NewDocument } from '../documents.ts';
import { draftExtensions } from '../extending.ts';
import { reasons, salesErrors } from '../errors.ts';
import { headerOf, listed } from '../document-drafts.ts';
import type { DocumentCreation } from '../invoices/create.ts';
import { itemType } from '../item-type.ts';
import { documentItems } from '../mail-lines.ts';
import { mailDocument } from '../mails.ts';
import { nextNumber, nextRecordIds } from '../records/numbers.ts';
import type { StoredOrder } from '../order.ts';
import { lockOrder, saveOrderAndItems } from '../records/rows.ts';
import { shipmentPrintable } from '../print/printable.ts';
import {
  inWholePieces,
  isShipped,
  ofParent,
  quantity,
  shippedLines,
  mayShip,
  toShip,
  treeOf,
  wantedOf,
  type OrderItemNode,
  type DocumentLine,
  type WantedQuantities,
} from '../lifecycle/quantities.ts';
import { mayFollow, shipped } from '../lifecycle/transitions.ts';
import { deductShipped } from '../stock.ts';
import type { ShipmentFields } from '../types/shipment.ts';
import { shipments } from '../records/document-stores.ts';
import { makeTracks, type ShipmentTrackFields } from './tracks.ts';

/** Input of a new shipment. */
interface ShipmentCreation extends DocumentCreation {
  readonly tracks?: readonly ShipmentTrackFields[] | null | undefined;
  readonly packages?: readonly object[] | null | undefined;
  readonly arguments?: { extension_attributes?: { source_code?: string | null } | null } | null | undefined;
}

/**
 * Ships the requested items of an order, at most the remaining ones, by default all of them; returns the shipment id.
 * Throws 400 when the state or the quantities do not allow it.
 */
export async function shipOrder(call: Call, orderId: number, request: ShipmentCreation): Promise<number> {
  return shipLocked(call, await lockOrder(call, orderId), request);
}

/** As `shipOrder`, when people decide on it: modules may refuse that. */
export async function shipByHand(call: Call, orderId: number, request: ShipmentCreation): Promise<number> {
  const order = await lockOrder(call, orderId);
  for (const guard of call.contributions.shipmentGuards) guard(call, order);
  return shipLocked(call, order, request);
}

async function shipLocked(call: Call, order: StoredOrder, request: ShipmentCreation): Promise<number> {
  const nodes = treeOf(order.items);
  const lines = shippedLines(nodes, inWholePieces(nodes, wantedOf(request.items)));
  checkShipment(call, order, nodes, lines, request);
  const named = request.arguments?.extension_attributes?.source_code ?? undefined;
  const source = call.services.inventory.sourceOf(call, order.stock, named);
  const shipment = await shipments.insert(call, await fieldsOf(call, order, lines, { ...request, source }));
  const { fields } = shipment;
  fields.tracks = await makeTracks(call, request.tracks ?? [], { id: shipment.id, orderId: order.id });
  const comment = request.appendComment ? request.comment?.comment : null;
  if (request.notify && (await mailShipment(call, order, fields, comment))) fields.email_sent = 1;
  await shipments.update(call, shipment);
  const after = shipped(order, piecesOf(call, lines));
  await saveOrderAndItems(call, await deductShipped(call, after, order, source));
  return shipment.id;
}

function checkShipment(
  call: Call,
  { fields }: StoredOrder,
  nodes: readonly OrderItemNode[],
  lines: readonly DocumentLine[],
  { tracks, items }: ShipmentCreation,
): void {
  const found: string[] = [];
  const left = wantedOf(items) ? mayShip : toShip;
  if (!mayFollow(fields.state, 'ship') || fields.is_virtual === 1) {
    found.push(reasons.shipmentStatus(fields.status));
  } else if (!nodes.some((node) => left(node) > 0)) found.push(reasons.noShipment);
  if (lines.length === 0) found.push(reasons.noShipmentItems);
  if (tracks?.some((track) => !track.track_number)) found.push(reasons.trackNumber);
  found.push(...wronglyNamed(call, nodes, wantedOf(items)));
  if (found.length > 0) throw salesErrors.shipmentErrors(listed(found));
}

/**
 * Why named composite items cannot be shipped: an item was named that is shipped in components, or a component of an item that is
 * shipped as a whole.
 */
function wronglyNamed(call: Call, nodes: readonly OrderItemNode[], requestedQuantities: WantedQuantities): string[] {
  return nodes
    .filter((node) => !isShipped(node) && (requestedQuantities?.get(node.item.id) ?? 0) > 0)
    .flatMap(({ item, parent }) => {
      const own = itemType(call, item).shipmentReasons;
      if (own) return [own.apart(item.fields.sku ?? '')];
      const ofWhole = parent && itemType(call, parent.item).shipmentReasons;
      return ofWhole ? [ofWhole.together(parent.item.fields.sku ?? '')] : [];
    });
}

async function fieldsOf(
  call: Call,
  order: StoredOrder,
  lines: readonly DocumentLine[],
  request: ShipmentCreation & { readonly source: string },
): Promise<NewDocument<ShipmentFields>> {
  const ids = await nextRecordIds(call, 'shipment_item', lines.length);
  const drafted = draftExtensions(call, 'shipment', order, lines, {
    source_code: request.source,
  });
  const firstComment = { ...request.comment, is_customer_notified: request.appendComment && request.notify ? 1 : 0 };
  return {
    ...headerOf(order),
    customer_id: order.fields.customer_id ?? null,
    increment_id: await nextNumber(call, 'shipment', order.fields.store_id),
    packages: [...(request.packages ?? [])],
    total_qty: lines.filter(({ node }) => isShipped(node)).reduce((sum, { qty }) => sum + qty, 0),
    items: zip(lines, ids).map(([line, id]) => Object.assign(itemOf(line, id), drafted.ofItem(line.node.item.id))),
    ...drafted.ofDocument,
    comments: request.comment ? await makeComments(call, 'shipment', [firstComment], null) : [],
  };
}

function itemOf({ node: { item }, qty }: DocumentLine, id: number) {
  const { name, price, product_id, sku, weight } = item.fields;
  return {
    entity_id: id,
    name: name ?? null,
    price: price ?? null,
    product_id: product_id ?? null,
    sku: sku ?? null,
    weight: weight ?? null,
    order_item_id: item.id,
    qty,
  };
}

/**
 * The shipped units by item, at most the ordered ones. Includes components of composite items if their type counts them
 * as shipped.
 */
function piecesOf(call: Call, lines: readonly DocumentLine[]): Map<number, Quantity> {
  const pieces = new Map<number, Quantity>();
  const before = (node: OrderItemNode): Quantity => pieces.get(node.item.id) ?? quantityOf(0);
  for (const { node, qty } of lines) {
    const left = takeQuantities(quantity(node, 'qty_ordered'), quantity(node, 'qty_shipped'), before(node));
    pieces.set(node.item.id, addQuantities(before(node), leastQuantity(qty, left)));
    if (!isShipped(node) || !itemType(call, node.item).shipsComponents) continue;
    for (const child of node.children) pieces.set(child.item.id, addQuantities(before(child), ofParent(child, qty)));
  }
  return pieces;
}

/** Queues the mail about a shipment. */
export function mailShipment(
  call: Call,
  order: StoredOrder,
  fields: ShipmentFields,
  comment?: string | null,
): Promise<boolean> {
  return mailDocument(call, 'shipment', order, {
    fields,
    comment,
    items: documentItems(fields.items),
    tracks: (fields.tracks ?? []).map(({ title, track_number }) => [title ?? '', track_number ?? ''] as const),
    print: () => shipmentPrintable(call, order, fields),
  });
}
