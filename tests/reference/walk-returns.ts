import { shippedOrder, returnOf } from '../rma/shop.ts';
import { everything, type Walk } from './walk.ts';

/** A return from its first day to its last, and what describes returns. */
export async function walkReturns({ good, admin, souk }: Walk): Promise<void> {
  const order = await shippedOrder(souk);
  const made = await good(admin, 'POST /V1/returns', { rmaDataObject: returnOf(order) });
  const id = made.entity_id;
  const path = `/V1/returns/${id}`;
  const items = [{ entity_id: made.items[0].entity_id, status: 'authorized', qty_authorized: 1 }];
  await good(admin, `PUT ${path}`, { rmaDataObject: { items } });
  await good(admin, `GET ${path}`);
  await good(admin, `GET /V1/returns?${everything('entity_id')}`);
  await good(admin, `POST ${path}/comments`, { data: { comment: 'It is on its way', customer_notified: false } });
  await good(admin, `GET ${path}/comments`);
  const track = { carrier_code: 'ups', carrier_title: 'UPS', track_number: '1Z' };
  await good(admin, `POST ${path}/tracking-numbers`, { track });
  const { items: tracks } = await good(admin, `GET ${path}/tracking-numbers`);
  await good(admin, `DELETE ${path}/tracking-numbers/${tracks[0].entity_id}`);
  await good(admin, `GET ${path}/labels`);
  await good(admin, 'GET /V1/returnsAttributeMetadata');
  await good(admin, 'GET /V1/returnsAttributeMetadata/resolution');
  await good(admin, 'GET /V1/returnsAttributeMetadata/form/default');
  await good(admin, 'GET /V1/returnsAttributeMetadata/custom');
  await good(admin, `DELETE ${path}`, { rmaDataObject: { entity_id: id } });
}
