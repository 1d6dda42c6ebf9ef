import type { Call } from '../../../kernel/call.ts';
import { makeComments } from '../comments.ts';
import { changesIn } from '../documents.ts';
import { salesErrors } from '../errors.ts';
import { nextNumber, nextRecordIds } from '../records/numbers.ts';
import { getOrder } from '../records/rows.ts';
import type { ShipmentFields } from '../types/shipment.ts';
import { mailShipment } from './create.ts';
import { shipments } from '../records/document-stores.ts';
import { makeTracks } from './tracks.ts';

/**
 * Stores a shipment that was made elsewhere, as it is sent; the order does not change. Throws 404 for an unknown order, 400 for
 * a shipment of nothing and for an item of another order.
 */
export async function saveShipment(call: Call, sent: ShipmentFields): Promise<ShipmentFields> {
  if (sent.entity_id) return changeShipment(call, sent.entity_id, sent);
  const order = await getOrder(call, sent.order_id ?? 0);
  const known = new Set(order.items.map((item) => item.id));
  const items = sent.items ?? [];
  if (items.length === 0) throw salesErrors.shipmentNotSaved();
  const foreign = items.find((item) => !known.has(item.order_item_id ?? 0));
  if (foreign) throw salesErrors.foreignItem([foreign.order_item_id]);
  const ids = await nextRecordIds(call, 'shipment_item', items.length);
  const shipment = await shipments.insert(call, {
    ...sent,
    increment_id: sent.increment_id ?? (await nextNumber(call, 'shipment', order.fields.store_id ?? 0)),
    packages: sent.packages ?? [],
    items: items.map((item, i) => Object.assign(item, { entity_id: ids[i]! })),
    comments: await makeComments(call, 'shipment', sent.comments ?? [], null),
  });
  const { fields } = shipment;
  for (const record of [...fields.items!, ...fields.comments!]) record.parent_id = shipment.id;
  fields.tracks = await makeTracks(call, sent.tracks ?? [], { id: shipment.id, orderId: order.id });
  await shipments.update(call, shipment);
  return fields;
}

/** Changes the sent fields of a shipment, but not its items, tracks, comments and time of creation. */
async function changeShipment(call: Call, id: number, sent: ShipmentFields): Promise<ShipmentFields> {
  const shipment = await shipments.get(call, id);
  Object.assign(shipment.fields, changesIn(sent));
  await shipments.update(call, shipment);
  return shipment.fields;
}

/** Sends the mail about a shipment again; false when such mails are switched off. */
export async function mailShipmentAgain(call: Call, id: number): Promise<boolean> {
  const shipment = await shipments.get(call, id);
  const order = await getOrder(call, shipment.fields.order_id ?? 0);
  if (!(await mailShipment(call, order, shipment.fields))) return false;
  shipment.fields.email_sent = 1;
  await shipments.update(call, shipment);
  return true;
}
