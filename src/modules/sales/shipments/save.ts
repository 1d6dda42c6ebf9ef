import type { Call } from '../../../kernel/call.ts';
import { documentFrom, orderIdOf } from '../document-input.ts';
import { changesIn } from '../documents.ts';
import { salesErrors } from '../errors.ts';
import { getOrder } from '../records/rows.ts';
import type { ShipmentFields, ShipmentInput } from '../types/shipment.ts';
import { mailShipment } from './create.ts';
import { shipments } from '../records/document-stores.ts';
import { makeTracks } from './tracks.ts';

/**
 * Stores a shipment of another system unchanged; the order does not change. Throws 404 for an unknown order, 400 for an
 * empty shipment and for an item of another order.
 */
export async function saveShipment(call: Call, input: ShipmentInput): Promise<ShipmentFields> {
  if (input.entity_id) return changeShipment(call, input.entity_id, input);
  const order = await getOrder(call, orderIdOf(input));
  if (!input.items || input.items.length === 0) throw salesErrors.shipmentNotSaved();
  const shipment = await shipments.insert(call, {
    ...input,
    ...(await documentFrom(call, 'shipment', order, input)),
    packages: input.packages ?? [],
  });
  const { fields } = shipment;
  fields.tracks = await makeTracks(call, input.tracks ?? [], { id: shipment.id, orderId: order.id });
  await shipments.update(call, shipment);
  return fields;
}

/** Changes the fields of a shipment that the request has, but not its items, tracks, comments and time of creation. */
async function changeShipment(call: Call, id: number, input: ShipmentInput): Promise<ShipmentFields> {
  const shipment = await shipments.get(call, id);
  Object.assign(shipment.fields, changesIn<ShipmentFields>(input));
  await shipments.update(call, shipment);
  return shipment.fields;
}

/** Sends the mail about a shipment again; false when such mails are switched off. */
export async function mailShipmentAgain(call: Call, id: number): Promise<boolean> {
  const shipment = await shipments.get(call, id);
  const order = await getOrder(call, shipment.fields.order_id);
  if (!(await mailShipment(call, order, shipment.fields))) return false;
  shipment.fields.email_sent = 1;
  await shipments.update(call, shipment);
  return true;
}
