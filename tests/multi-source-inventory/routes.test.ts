import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, unique, until, type Answer } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

const I = '/V1/inventory';
const INVENTORY = 'Magento_InventoryApi::';
const SALES = 'Magento_InventorySalesApi::stock';
const LOW = 'Magento_InventoryLowQuantityNotificationApi::';
const SELECTION = 'Magento_InventorySourceSelectionApi::source_selection_algorithm';

/** The routes of sources and stocks by the permission that each asks. */
const routes: Readonly<Record<string, readonly string[]>> = {
  [`${INVENTORY}source`]: [
    `GET ${I}/sources`,
    `GET ${I}/sources/default`,
    `GET ${I}/source-items`,
    `GET ${I}/get-sources-assigned-to-stock-ordered-by-priority/1`,
    `GET ${I}/get-distance-provider-code`,
    `GET ${I}/get-distance`,
    `GET ${I}/get-latlng-from-address`,
    `GET ${I}/get-latslngs-from-address`,
  ],
  [`${INVENTORY}source_edit`]: [`POST ${I}/sources`, `PUT ${I}/sources/default`],
  [`${INVENTORY}stock_source_item_assign`]: [`POST ${I}/source-items`, `POST ${I}/source-items-delete`],
  [`${INVENTORY}stock_source_link`]: [
    `GET ${I}/stock-source-links`,
    `POST ${I}/stock-source-links`,
    `POST ${I}/stock-source-links-delete`,
  ],
  [`${INVENTORY}stock`]: [
    `GET ${I}/stocks`,
    `GET ${I}/stocks/1`,
    `GET ${I}/dump-stock-index-data/website/base`,
    `GET ${I}/export-stock-salable-qty/website/base`,
  ],
  [`${INVENTORY}stock_edit`]: [`POST ${I}/stocks`, `PUT ${I}/stocks/1`],
  [`${INVENTORY}stock_delete`]: [`DELETE ${I}/stocks/1`],
  'Magento_Catalog::products': [
    `POST ${I}/bulk-product-source-assign`,
    `POST ${I}/bulk-product-source-unassign`,
    `POST ${I}/bulk-product-source-transfer`,
    `POST ${I}/bulk-partial-source-transfer`,
  ],
  [SALES]: [
    `GET ${I}/stock-resolver/website/base`,
    `GET ${I}/is-product-salable/a/1`,
    `GET ${I}/are-products-salable`,
    `GET ${I}/get-product-salable-quantity/a/1`,
    `GET ${I}/is-product-salable-for-requested-qty/a/1/1`,
    `GET ${I}/are-product-salable-for-requested-qty/`,
  ],
  [`${LOW}low_quantity_notification`]: [`GET ${I}/low-quantity-notification/default/a`],
  [`${LOW}stock_create_low_quantity_notification`]: [`POST ${I}/low-quantity-notification`],
  [`${LOW}stock_delete_low_quantity_notification`]: [`POST ${I}/low-quantity-notifications-delete`],
  [SELECTION]: [`GET ${I}/source-selection-algorithm-list`],
  [`${SELECTION}_post`]: [`POST ${I}/source-selection-algorithm-result`],
  'Magento_InventoryInStorePickupApi::notify_orders_are_ready_for_pickup': [
    'POST /V1/order/notify-orders-are-ready-for-pickup',
  ],
};

let here: Here;
beforeAll(async () => {
  here = await startHere('sqlite', { consumer: true });
});
afterAll(() => here?.stop());

describe('each route of sources and stocks', () => {
  it('asks its own permission before anything else, and no other', async () => {
    for (const [resource, own] of Object.entries(routes)) {
      const clerk = await here.granted('integration', [resource]);
      for (const [asked, all] of Object.entries(routes)) {
        for (const line of all) {
          const [method = '', path = ''] = line.split(' ');
          const { status, body } = await clerk.send(method, path, method === 'GET' ? undefined : {});
          const what = `${line} with ${resource}`;
          if (own.includes(line)) expect(status, what).not.toBe(401);
          else expect([what, status, body.parameters]).toEqual([what, 401, { resources: asked }]);
        }
      }
    }
  });
});

describe('operations', () => {
  const statusOf = (uuid: string): Promise<Answer['body']> =>
    until(async () => {
      const { operations_list: list } = ok(await here.admin.get(`/V1/bulk/${uuid}/detailed-status`));
      return list.every(({ status }: { status: number }) => status !== 4) && list;
    });
  const accept = async (method: string, path: string, body: unknown): Promise<Answer['body']> => {
    const accepted = await here.admin.send(method, path, body);
    expect(accepted.status).toBe(202);
    return statusOf(accepted.body.bulk_uuid);
  };

  it('write sources, stocks and source items as calls do, and tell what each is refused for', async () => {
    const code = unique('source');
    const source = { source_code: code, name: code, country_id: 'US', postcode: '1' };
    await accept('POST', '/async/V1/inventory/sources', { source });
    const made = await accept('PUT', '/async/bulk/V1/inventory/sources/bySourceCode', [
      { sourceCode: code, source: { ...source, city: 'Seattle' } },
      { sourceCode: 'default', source: { ...source, source_code: 'default', name: 'Default Source', enabled: false } },
    ]);
    expect(made.map(({ status }: { status: number }) => status)).toEqual([1, 3]);
    expect(made[1].result_message).toContain('Validation Failed');
    expect(ok(await here.admin.get(`${I}/sources/${code}`)).city).toBe('Seattle');
    const item = (source_code: string, quantity: number) => ({ sourceItems: [{ sku: code, source_code, quantity, status: 1 }] });
    const items = await accept('POST', '/async/bulk/V1/inventory/source-items', [item(code, 1), item('nowhere', 1), item(code, 2)]);
    expect(items.map(({ status }: { status: number }) => status)).toEqual([1, 3, 1]);
    const filter = `searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${code}`;
    expect(ok(await here.admin.get(`${I}/source-items?${filter}`)).items).toEqual([{ sku: code, source_code: code, quantity: 2, status: 1 }]);
    const stock_id: number = ok(await here.admin.post(`${I}/stocks`, { stock: { name: code } }));
    await accept('DELETE', '/async/bulk/V1/inventory/stocks/byStockId', [{ stockId: stock_id }]);
    expect((await here.admin.get(`${I}/stocks/${stock_id}`)).status).toBe(404);
  }); // prettier-ignore
});
