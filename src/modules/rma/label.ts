import type { Call } from '../../kernel/call.ts';
import type { PrintedAddress } from '../sales/service.ts';
import { getReturn, type StoredItem } from './returns.ts';
import { isClosed } from './states.ts';

/** Settings of the address that parcels come back to, by where the shop sends from and by one of their own. */
const places = {
  own: {
    name: 'sales/magento_rma/store_name',
    street: ['sales/magento_rma/address', 'sales/magento_rma/address1'],
    city: 'sales/magento_rma/city',
    region: 'sales/magento_rma/region_id',
    postcode: 'sales/magento_rma/zip',
    country: 'sales/magento_rma/country_id',
  },
  origin: {
    name: 'general/store_information/name',
    street: ['shipping/origin/street_line1', 'shipping/origin/street_line2'],
    city: 'shipping/origin/city',
    region: 'shipping/origin/region_id',
    postcode: 'shipping/origin/postcode',
    country: 'shipping/origin/country_id',
  },
} as const;

/** Where the parcels of returns to a store view go. */
export function addressBack(call: Call, storeId: number): PrintedAddress {
  const isOrigin = call.config.flag('sales/magento_rma/use_store_address', { storeId });
  const place = isOrigin ? places.origin : places.own;
  const setting = (path: string): string => (call.config.get(path, { storeId }) ?? '').trim();
  const country_id = setting(place.country);
  const regions = call.services.directory.regions(country_id);
  const { store } = call.services;
  return {
    company: setting(place.name) || store.group(store.view(storeId)?.store_group_id ?? 0)?.name || '',
    street: place.street.map(setting).filter(Boolean),
    city: setting(place.city),
    region: regions.find(({ id }) => String(id) === setting(place.region))?.name ?? setting(place.region),
    postcode: setting(place.postcode),
    country_id,
  };
}

function mayBeSent({ status }: StoredItem): boolean {
  return status === 'authorized' || status === 'received' || status === 'approved' || status === 'rejected';
}

/**
 * The label for the parcel of a return, as PDF in base64; empty while nothing may be sent back, and once the return is closed.
 * Throws 404.
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
