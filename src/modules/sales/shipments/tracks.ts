import type { Call } from '../../../kernel/call.ts';
import { firstOf, zip } from '../../../kernel/lists.ts';
import { formatTime } from '../../../kernel/time.ts';
import { insertRows } from '../../../storage/rows.ts';
import { salesErrors } from '../errors.ts';
import type { ShipmentFields } from '../types/shipment.ts';
import { shipments } from '../records/document-stores.ts';

/** A track of a shipment, as sent and as stored. */
export type ShipmentTrackFields = NonNullable<ShipmentFields['tracks']>[number];

/** Assigns ids to the tracks of a stored shipment. */
export async function makeTracks(
  call: Call,
  input: readonly ShipmentTrackFields[],
  shipment: { readonly id: number; readonly orderId: number },
): Promise<ShipmentTrackFields[]> {
  const rows = input.map(() => ({ shipment_id: shipment.id }));
  const written = await insertRows(call.db, 'sales_shipment_track', rows, { returning: ['entity_id'] });
  const now = formatTime(call.clock.now());
  return zip(input, written).map(([track, { entity_id }]) => ({
    order_id: shipment.orderId,
    created_at: now,
    entity_id,
    parent_id: shipment.id,
    updated_at: now,
    weight: track.weight ?? null,
    qty: track.qty ?? null,
    description: track.description ?? null,
    track_number: track.track_number ?? null,
    title: track.title ?? null,
    carrier_code: track.carrier_code ?? null,
  }));
}

/**
 * Adds a track to its shipment, or changes the one with the id of the request. Throws 400 when a required field is
 * missing, or for a different order id.
 */
export async function saveTrack(call: Call, input: ShipmentTrackFields): Promise<ShipmentTrackFields> {
  const { order_id, parent_id, carrier_code, track_number } = input;
  const shipment = parent_id ? await shipments.find(call, parent_id) : undefined;
  if (!shipment || !order_id || order_id !== shipment.fields.order_id || !carrier_code || !track_number)
    throw salesErrors.track();
  const tracks = (shipment.fields.tracks ??= []);
  const before = input.entity_id ? tracks.find((track) => track.entity_id === input.entity_id) : undefined;
  const saved = before ?? firstOf(await makeTracks(call, [input], { id: shipment.id, orderId: order_id }));
  if (before) Object.assign(before, input, { created_at: before.created_at, updated_at: formatTime(call.clock.now()) });
  else tracks.push(saved);
  await shipments.update(call, shipment);
  return saved;
}

/** Deletes the track with an id; false when not found. */
export async function deleteTrack(call: Call, id: number): Promise<boolean> {
  const row = await call.db
    .deleteFrom('sales_shipment_track')
    .where('entity_id', '=', id)
    .returning('shipment_id')
    .executeTakeFirst();
  const shipment = row && (await shipments.find(call, row.shipment_id));
  if (!shipment) return true;
  shipment.fields.tracks = (shipment.fields.tracks ?? []).filter((track) => track.entity_id !== id);
  await shipments.update(call, shipment);
  return true;
}
