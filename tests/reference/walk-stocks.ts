import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unique } from '../support/souk.ts';
import { everything, type Walk } from './walk.ts';

/** Sources and a stock of them, what they have of a product, and what can be sold of it. */
export async function walkStocks(walk: Walk): Promise<void> {
  const { good, admin } = walk;
  const sku = unique('stocked');
  await good(admin, 'POST /V1/products', { product: { sku, name: sku, attribute_set_id: 4, price: 1 } });
  const [north, south] = [unique('north'), unique('south')];
  for (const source_code of [north, south]) {
    const source = { source_code, name: source_code, country_id: 'US', postcode: '98101' };
    await good(admin, 'POST /V1/inventory/sources', { source });
  }
  const moved = { source: { name: south, country_id: 'US', postcode: '33101', latitude: 25.8, longitude: -80.2 } };
  await good(admin, `PUT /V1/inventory/sources/${south}`, moved);
  await good(admin, `GET /V1/inventory/sources/${south}`);
  await good(admin, `GET /V1/inventory/sources?${everything('source_code')}`);
  const code = unique('kiosk');
  const channels = (sales_channels: object[]) => ({ extension_attributes: { sales_channels } });
  const name = unique('Stock');
  const id = await good(admin, 'POST /V1/inventory/stocks', {
    stock: { name, ...channels([{ type: 'kiosk', code }]) },
  });
  await good(admin, `GET /V1/inventory/stocks/${id}`);
  await good(admin, `GET /V1/inventory/stocks?${everything('stock_id')}`);
  await good(admin, `GET /V1/inventory/stock-resolver/kiosk/${code}`);
  const links = [north, south].map((source_code, i) => ({ stock_id: id, source_code, priority: i + 1 }));
  await good(admin, 'POST /V1/inventory/stock-source-links', { links });
  await good(admin, `GET /V1/inventory/stock-source-links?${everything('priority')}`);
  await good(admin, `GET /V1/inventory/get-sources-assigned-to-stock-ordered-by-priority/${id}`);
  const sourceItems = [{ sku, source_code: north, quantity: 5, status: 1 }];
  await good(admin, 'POST /V1/inventory/source-items', { sourceItems });
  await good(admin, `GET /V1/inventory/source-items?${everything('sku')}`);
  await good(admin, 'POST /V1/inventory/bulk-product-source-assign', { skus: [sku], sourceCodes: [south] });
  await good(admin, 'POST /V1/inventory/bulk-partial-source-transfer', {
    originSourceCode: north,
    destinationSourceCode: south,
    items: [{ sku, qty: 2 }],
  });
  await good(admin, 'POST /V1/inventory/bulk-product-source-transfer', {
    skus: [sku],
    originSource: south,
    destinationSource: north,
    unassignFromOrigin: false,
  });
  await good(admin, `GET /V1/inventory/get-product-salable-quantity/${sku}/${id}`);
  await good(admin, `GET /V1/inventory/is-product-salable/${sku}/${id}`);
  await good(admin, `GET /V1/inventory/is-product-salable-for-requested-qty/${sku}/${id}/99`);
  await good(admin, `GET /V1/inventory/are-products-salable?skus[]=${sku}&skus[]=none&stockId=${id}`);
  const asked = `skuRequests[0][sku]=${sku}&skuRequests[0][qty]=1&skuRequests[1][sku]=${sku}&skuRequests[1][qty]=99`;
  await good(admin, `GET /V1/inventory/are-product-salable-for-requested-qty/?${asked}&stockId=${id}`);
  await walkSelection(walk, sku, id);
  await good(admin, 'GET /V1/inventory/dump-stock-index-data/website/base');
  await good(admin, `GET /V1/inventory/export-stock-salable-qty/kiosk/${code}?${everything('sku')}`);
  const sourceItemConfigurations = [{ source_code: north, sku, notify_stock_qty: 4 }];
  await good(admin, 'POST /V1/inventory/low-quantity-notification', { sourceItemConfigurations });
  await good(admin, `GET /V1/inventory/low-quantity-notification/${north}/${sku}`);
  await good(admin, 'POST /V1/inventory/low-quantity-notifications-delete', { sourceItems });
  await good(admin, 'POST /V1/inventory/bulk-product-source-unassign', { skus: [sku], sourceCodes: [south] });
  await good(admin, 'POST /V1/inventory/source-items-delete', { sourceItems: [{ sku, source_code: north }] });
  await good(admin, 'POST /V1/inventory/stock-source-links-delete', { links });
  await good(admin, `PUT /V1/inventory/stocks/${id}`, { stock: { name } });
  await good(admin, `DELETE /V1/inventory/stocks/${id}`);
  const head = { behavior: 'append', validation_strategy: 'validation-skip-errors', allowed_error_count: '0' };
  const csv_data = Buffer.from(`sku,price\n${sku},2\n`).toString('base64');
  await good(admin, 'POST /V1/import/csv', { source: { ...head, entity: 'catalog_product', csv_data } });
  const items = [{ sku, source_code: south, status: 1, quantity: 3 }];
  await good(admin, 'POST /V1/import/json', { source: { ...head, entity: 'stock_sources', items } });
}

/** From which sources of a stock pieces come, and how far it is from there. */
async function walkSelection({ good, admin, souk }: Walk, sku: string, stockId: unknown): Promise<void> {
  await good(admin, 'GET /V1/inventory/source-selection-algorithm-list');
  const inventoryRequest = { stockId, items: [{ sku, qty: 2 }] };
  const algorithmCode = 'priority';
  await good(admin, 'POST /V1/inventory/source-selection-algorithm-result', { inventoryRequest, algorithmCode });
  await good(admin, 'GET /V1/inventory/get-distance-provider-code');
  const file = join(souk.env['SOUK_VAR']!, 'places.txt');
  writeFileSync(file, `${['US', '98101', 'Seattle', 'Washington', 'WA', '', '', '', '', 47.6, -122.3].join('\t')}\n`);
  await souk.cli('inventory-geonames:import', file, '--country', 'US');
  await souk.configure({ 'cataloginventory/source_selection_distance_based/provider': 'offline' });
  const points = 'source[lat]=1&source[lng]=2&destination[lat]=3&destination[lng]=4';
  await good(admin, `GET /V1/inventory/get-distance?${points}`);
  const parts = { country: 'US', postcode: '98101', street: '1 Pine', region: 'Washington', city: 'Seattle' };
  const address = Object.entries(parts).map(([name, part]) => `address[${name}]=${encodeURIComponent(part)}`);
  await good(admin, `GET /V1/inventory/get-latlng-from-address?${address.join('&')}`);
  await good(admin, `GET /V1/inventory/get-latslngs-from-address?${address.join('&')}`);
}
