import type { Call } from '../../kernel/call.ts';
import type { Setting } from '../../kernel/settings.ts';
import type { PrintedAddress } from '../sales/service.ts';
import { returnPlaces, returnsToOrigin } from './configuration.ts';
import { getReturn, type StoredItem } from './returns.ts';
import { isClosed } from './states.ts';

/** Where the parcels of returns to a store view go. */
export function addressBack(call: Call, storeId: number): PrintedAddress {
  const { config } = call;
  const place = config.of(returnsToOrigin, { storeId }) ? returnPlaces.origin : returnPlaces.own;
  const read = (setting: Setting<string | undefined>): string => config.of(setting, { storeId })?.trim() ?? '';
  const country_id = read(place.country);
  const regions = call.services.directory.regions(country_id);
  const { store } = call.services;
  return {
    company: read(place.name) || store.group(store.view(storeId)?.store_group_id ?? 0)?.name || '',
    street: place.street.map(read).filter(Boolean),
    city: read(place.city),
    region: regions.find(({ id }) => String(id) === read(place.region))?.name ?? read(place.region),
    postcode: read(place.postcode),
    country_id,
  };
}

function mayBeSent({ status }: StoredItem): boolean {
  return status === 'authorized' || status === 'received' || status === 'approved' || status === 'rejected';
}

/**
 * The label for the parcel of a return, as PDF in base64; empty before the authorization, and once the return is
 * closed. Throws 404.
 */
export async function labelOfReturn(call: Call, id: number): Promise<string> {
  const found = await getReturn(call, id);
  if (isClosed(found.status) || !found.items.some(mayBeSent)) return '';
  const order = await call.services.sales.order(call, found.order_id);
  const pdf = await call.services.sales.printParcel(call, order, {
    number: found.increment_id,
    createdAt: found.date_requested,
    to: addressBack(call, found.store_id),
    tracks: found.tracks.map(({ carrier_title, track_number }) => [carrier_title, track_number] as const),
  });
  return pdf.toString('base64');
}
