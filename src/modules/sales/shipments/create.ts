import type { Call } from '../../../kernel/call.ts';
import { makeComments } from '../comments.ts';
import { draftExtensions } from '../extending.ts';
import { reasons, salesErrors } from '../errors.ts';
import { headerOf, listed } from '../header.ts';
import type { Creation } from '../invoices/create.ts';
import { itemType } from '../item-type.ts';
import { mailDocument } from '../mails.ts';
import { nextNumber, nextRecordIds } from '../orders/numbers.ts';
import type { StoredOrder } from '../orders/order.ts';
import { movedOn } from '../orders/progress.ts';
import { lockOrder, saveOrderAndItems } from '../orders/rows.ts';
import { withPieces } from '../orders/transitions.ts';
import { shipmentPrintable } from '../print/printable.ts';
import {
  isShipped,
  perParent,
  quantity,
  shippedLines,
  toShip,
  treeOf,
  wantedOf,
  type ItemNode,
  type Line,
  type Wanted,
} from '../quantities.ts';
import { mayFollow } from '../states.ts';
import { deductGone, waitingPieces } from '../stock.ts';
import type { ShipmentFields } from '../types/shipment.ts';
import { shipments } from './shipments.ts';
import { makeTracks, type Track } from './tracks.ts';

/** The source that shipments leave from, where there is only one. */
const DEFAULT_SOURCE = 'default';

/** What is asked for with a new shipment. */
export interface ShipmentCreation extends Creation {
  readonly tracks?: readonly Track[] | null | undefined;
  readonly packages?: readonly object[] | null | undefined;
  readonly arguments?: { extension_attributes?: { source_code?: string | null } | null } | null | undefined;
}

/**
 * Ships what is wanted of an order, never more than is left, or all that is left. Throws 400 when the state or the quantities do
 * not allow it. Gives the shipment's id.
 */
export async function shipOrder(call: Call, orderId: number, wanted: ShipmentCreation): Promise<number> {
  const order = await lockOrder(call, orderId);
  const nodes = treeOf(order.items);
  const lines = shippedLines(nodes, wantedOf(wanted.items));
  checkShipment(call, order, nodes, lines, wanted);
  const waited = waitingPieces(order);
  const shipment = await shipments.insert(call, await fieldsOf(call, order, lines, wanted));
  const { fields } = shipment;
  for (const part of [...(fields.items ?? []), ...(fields.comments ?? [])]) part.parent_id = shipment.id;
  fields.tracks = await makeTracks(call, wanted.tracks ?? [], { id: shipment.id, orderId });
  const comment = wanted.appendComment ? wanted.comment?.comment : null;
  if (wanted.notify && (await mailShipment(call, order, fields, comment))) fields.email_sent = 1;
  await shipments.update(call, shipment);
  const shipped = withPieces(order, 'qty_shipped', piecesOf(call, lines));
  await deductGone(call, shipped, waited);
  await saveOrderAndItems(call, movedOn(shipped));
  return shipment.id;
}

function checkShipment(
  call: Call,
  { fields }: StoredOrder,
  nodes: readonly ItemNode[],
  lines: readonly Line[],
  { tracks, items }: ShipmentCreation,
): void {
  const found: string[] = [];
  if (!mayFollow(fields.state ?? '', 'ship') || fields.is_virtual === 1) {
    found.push(reasons.shipmentStatus(fields.status ?? ''));
  } else if (!nodes.some((node) => toShip(node) > 0)) found.push(reasons.noShipment);
  if (lines.length === 0) found.push(reasons.noShipmentItems);
  if (tracks?.some((track) => !track.track_number)) found.push(reasons.trackNumber);
  found.push(...wronglyNamed(call, nodes, wantedOf(items)));
  if (found.length > 0) throw salesErrors.shipmentErrors(listed(found));
}

/** Why composite items cannot be sent as they are named: as a whole what is sent in parts, or the reverse. */
function wronglyNamed(call: Call, nodes: readonly ItemNode[], wanted: Wanted): string[] {
  return nodes
    .filter((node) => !isShipped(node) && (wanted?.get(node.item.id) ?? 0) > 0)
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
  lines: readonly Line[],
  wanted: ShipmentCreation,
): Promise<ShipmentFields> {
  const ids = await nextRecordIds(call, 'shipment_item', lines.length);
  const drafted = draftExtensions(call, 'shipment', order, lines, {
    source_code: wanted.arguments?.extension_attributes?.source_code ?? DEFAULT_SOURCE,
  });
  const told = { ...wanted.comment, is_customer_notified: wanted.appendComment && wanted.notify ? 1 : 0 };
  return {
    ...headerOf(order),
    customer_id: order.fields.customer_id ?? null,
    increment_id: await nextNumber(call, 'shipment', order.fields.store_id ?? 0),
    packages: [...(wanted.packages ?? [])],
    total_qty: lines.filter(({ node }) => isShipped(node)).reduce((sum, { qty }) => sum + qty, 0),
    items: lines.map((line, i) => ({ ...itemOf(line, ids[i]!), ...drafted.ofItem(line.node.item.id) })),
    ...drafted.ofDocument,
    comments: wanted.comment ? await makeComments(call, 'shipment', [told], null) : [],
  };
}

function itemOf({ node: { item }, qty }: Line, id: number) {
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

/** What leaves, by item, with the parts of what is sent whole where its type has it so. No more leaves than was ordered. */
function piecesOf(call: Call, lines: readonly Line[]): Map<number, number> {
  const pieces = new Map<number, number>();
  const before = (node: ItemNode): number => pieces.get(node.item.id) ?? 0;
  for (const { node, qty } of lines) {
    const left = quantity(node, 'qty_ordered') - quantity(node, 'qty_shipped') - before(node);
    pieces.set(node.item.id, before(node) + Math.min(qty, left));
    if (!isShipped(node) || !itemType(call, node.item).shipsParts) continue;
    for (const part of node.children) pieces.set(part.item.id, before(part) + qty * perParent(part));
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
    lines: (fields.items ?? []).map(({ name, sku, qty }) => ({
      name: name ?? '',
      sku: sku ?? '',
      qty: qty ?? 0,
      amount: null,
    })),
    tracks: (fields.tracks ?? []).map(({ title, track_number }) => [title ?? '', track_number ?? ''] as const),
    print: () => shipmentPrintable(call, order, fields),
  });
}
