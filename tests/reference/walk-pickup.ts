import { newLocation } from '../in-store-pickup/shops.ts';
import { link, newDepot } from '../multi-source-inventory/shop.ts';
import type { Walk } from './walk.ts';

/** A pickup location that buyers find, and a notice about an order that there is not. */
export async function walkPickup({ good, admin, souk }: Walk): Promise<void> {
  const { stockId, kiosk } = await newDepot(souk);
  const location = await newLocation(souk, {
    email: 'shop@example.com',
    fax: '1',
    contact_name: 'Ed',
    region: 'Washington',
    region_id: 62,
    latitude: 47.6,
    longitude: -122.3,
    extension_attributes: { frontend_description: 'Open daily' },
  });
  await link(souk, stockId, [location]);
  const query = {
    scopeType: 'kiosk',
    scopeCode: kiosk,
    'filters][city][value': 'Here',
    'sort][0][field': 'name',
    'sort][0][direction': 'ASC',
    pageSize: '2',
  };
  const asked = Object.entries(query).map(([name, value]) => `searchRequest[${name}]=${value}`);
  await good(souk.guest, `GET /V1/inventory/in-store-pickup/pickup-locations/?${asked.join('&')}`);
  await good(admin, 'POST /V1/order/notify-orders-are-ready-for-pickup', { orderIds: [999_999_999] });
}
