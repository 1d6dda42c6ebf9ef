import { unique } from '../support/souk.ts';
import { everything, type Walk } from './walk.ts';

/** Sources and a stock of them, what they have of a product, and what can be sold of it. */
export async function walkStocks({ good, admin }: Walk): Promise<void> {
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
  await good(admin, 'POST /V1/inventory/bulk-product-source-unassign', { skus: [sku], sourceCodes: [south] });
  await good(admin, 'POST /V1/inventory/source-items-delete', { sourceItems: [{ sku, source_code: north }] });
  await good(admin, 'POST /V1/inventory/stock-source-links-delete', { links });
  await good(admin, `PUT /V1/inventory/stocks/${id}`, { stock: { name } });
  await good(admin, `DELETE /V1/inventory/stocks/${id}`);
}
