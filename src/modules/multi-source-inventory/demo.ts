import type { Demo } from '../../kernel/demo.ts';

/** Two sources: a warehouse, and a shop with in-store pickup. */
const sources = [
  {
    source_code: 'portland_warehouse',
    name: 'Portland Warehouse',
    country_id: 'US',
    region_id: 49,
    region: 'Oregon',
    city: 'Portland',
    street: '800 Dock Road',
    postcode: '97210',
    phone: '+1 555 0170',
    latitude: 45.5352,
    longitude: -122.699,
  },
  {
    source_code: 'sacramento_shop',
    name: 'Sacramento Shop',
    country_id: 'US',
    region_id: 12,
    region: 'California',
    city: 'Sacramento',
    street: '21 Market Lane',
    postcode: '95814',
    phone: '+1 555 0171',
    latitude: 38.5816,
    longitude: -121.4944,
    extension_attributes: {
      is_pickup_location_active: true,
      frontend_name: 'The Shop on Market Lane',
      frontend_description: 'Open from Tuesday to Saturday, ten to six.',
    },
  },
];

const outlet = { code: 'outlet', name: 'Outlet' };

/** Products of the outlet, with their units in the warehouse and in the shop. */
const pieces: readonly (readonly [sku: string, warehouse: number, shop: number])[] = [
  ['MUG-STONEWARE-IVORY', 40, 6],
  ['MUG-STONEWARE-INDIGO', 25, 0],
  ['MUG-STONEWARE-OLIVE', 0, 3],
];

/** Creates a website that sells from a stock of two sources. */
export async function demoStock({ call, callRoute }: Demo): Promise<void> {
  const { store } = call.services;
  const website = await store.createWebsite(call, outlet);
  await store.createStoreGroup(call, { code: `${outlet.code}_store`, name: outlet.name, website: outlet.code });
  await store.createStoreView(call, { ...outlet, group: `${outlet.code}_store` });
  for (const source of sources) await callRoute('inventoryApiSourceRepositoryV1', 'save', { source });
  const sales_channels = [{ type: 'website', code: outlet.code }];
  const stock_id = await callRoute('inventoryApiStockRepositoryV1', 'save', {
    stock: { name: outlet.name, extension_attributes: { sales_channels } },
  });
  await callRoute('inventoryApiStockSourceLinksSaveV1', 'execute', {
    links: sources.map(({ source_code }, i) => ({ stock_id, source_code, priority: i + 1 })),
  });
  const sourceItems = pieces.flatMap(([sku, ...quantities]) =>
    sources.map(({ source_code }, i) => {
      const quantity = quantities[i] ?? 0;
      return { sku, source_code, quantity, status: quantity > 0 ? 1 : 0 };
    }),
  );
  await callRoute('inventoryApiSourceItemsSaveV1', 'execute', { sourceItems });
  for (const [sku] of pieces) {
    await callRoute('catalogProductWebsiteLinkRepositoryV1', 'save', {
      sku,
      productWebsiteLink: { sku, website_id: website.id },
    });
  }
}
