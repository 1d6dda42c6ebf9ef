import { objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import type { MigrationKind } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import { orNone } from '../source/errors.ts';
import { readAll } from '../source/lists.ts';
import { fieldsOf, textIn } from '../wire.ts';

/** The places that hold stock. */
const sources: MigrationKind = {
  name: 'sources',
  part: 'catalog',
  // Shops without the module of sources have stock items alone.
  listing: { all: ({ client }) => orNone(readAll(client, '/V1/inventory/sources')) },
  keyOf: (record) => textIn(record, 'source_code'),
  async save({ route, call }, record) {
    const code = textIn(record, 'source_code');
    // Ids of regions differ between shops; their names do not.
    const hasRegion = record['region_id'] && record['country_id'] && record['region'];
    const region = hasRegion
      ? call.services.directory.regionByText(textIn(record, 'country_id'), textIn(record, 'region'))?.id
      : undefined;
    const source = { ...fieldsOf(record, ['region_id']), ...(region ? { region_id: region } : {}) };
    await route('inventoryApiSourceRepositoryV1', 'save', { source });
    return code;
  },
};

/** Stocks with their websites and sources; the stock of a name is the same in both shops. */
const stocks: MigrationKind = {
  name: 'stocks',
  part: 'catalog',
  listing: {
    all: async ({ client }) => {
      const links = await orNone(readAll(client, '/V1/inventory/stock-source-links'));
      const all = await orNone(readAll(client, '/V1/inventory/stocks'));
      return all.map((stock) =>
        Object.assign({}, stock, {
          links: links.filter(({ stock_id }) => Number(stock_id) === Number(stock['stock_id'])),
        }),
      );
    },
  },
  keyOf: (record) => textIn(record, 'stock_id'),
  nameOf: (record) => textIn(record, 'name'),
  async save({ route }, record, known) {
    const service = 'inventoryApiStockRepositoryV1';
    const { name } = record;
    const { items } = await route<{ items: { stock_id: number; name: string }[] }>(service, 'getList', {});
    const sourceId = Number(record['stock_id']);
    const sameName = items.find((one) => one.name === name)?.stock_id;
    // The first stock is the default one of both shops.
    const id = known === undefined ? (sourceId === 1 ? 1 : sameName) : Number(known);
    const stock = { ...fieldsOf(record, ['stock_id', 'links']), ...(id === undefined ? {} : { stock_id: id }) };
    const stockId = await route<number>(service, 'save', { stock });
    const links = objectsOf(record['links']).map(({ source_code, priority }: SourceRecord) => ({
      stock_id: stockId,
      source_code,
      priority,
    }));
    if (links.length > 0) await route('inventoryApiStockSourceLinksSaveV1', 'execute', { links });
    return stockId;
  },
};

/** Sources and stocks. */
export const stockKinds: readonly MigrationKind[] = [sources, stocks];

/** Fields of a stock item that are ids, or follow from others. */
const derived = [
  'item_id',
  'product_id',
  'stock_id',
  'low_stock_date',
  'show_default_notification_message',
  'stock_status_changed_auto',
];

/** The stock item of a product for its save. */
export function stockItemOf(extensions: SourceRecord): SourceRecord | undefined {
  const { stock_item: item } = extensions;
  return item === undefined || item === null ? undefined : fieldsOf(objectOf(item), derived);
}
