import { ok, unique, type Client } from '../support/client.ts';
import { newProduct } from '../support/products.ts';

/** A source as it is made: where it is, and what it has by SKU. */
export interface NewSource {
  readonly source?: object;
  readonly has?: Readonly<Record<string, number | readonly [qty: number, status: 0 | 1]>>;
}

/** A stock with its sources, by priority. */
export interface MadeStock {
  readonly id: number;
  readonly sources: string[];
}

/** Creates a product without stock; returns its SKU. */
export async function makeProduct(admin: Client): Promise<string> {
  return (await newProduct({ admin }, { extension_attributes: {} })).sku;
}

/** Makes a stock of new sources, which have some pieces. */
export async function makeStock(admin: Client, wanted: readonly NewSource[]): Promise<MadeStock> {
  const id = Number(ok(await admin.post('/V1/inventory/stocks', { stock: { name: unique('Stock') } })));
  const sources: string[] = [];
  for (const { source, has = {} } of wanted) {
    const source_code = unique('source');
    const made = { source_code, name: source_code, country_id: 'US', postcode: 'none', ...source };
    ok(await admin.post('/V1/inventory/sources', { source: made }));
    const link = { stock_id: id, source_code, priority: sources.push(source_code) };
    ok(await admin.post('/V1/inventory/stock-source-links', { links: [link] }));
    const sourceItems = Object.entries(has).map(([sku, pieces]) => {
      const [quantity, status] = typeof pieces === 'number' ? [pieces, 1] : pieces;
      return { sku, source_code, quantity, status };
    });
    if (sourceItems.length > 0) ok(await admin.post('/V1/inventory/source-items', { sourceItems }));
  }
  return { id, sources };
}

/** What is taken from the sources of a stock: source (by its place in the stock), SKU, pieces, pieces that are there. */
export async function picked(
  admin: Client,
  { id, sources }: MadeStock,
  items: readonly object[],
  { algorithm = 'priority', address }: { algorithm?: string; address?: object } = {},
): Promise<{ picks: unknown[][]; shippable: boolean }> {
  const extension_attributes = address ? { destination_address: address } : {};
  const body = { inventoryRequest: { stockId: id, items, extension_attributes }, algorithmCode: algorithm };
  const answer = ok(await admin.post('/V1/inventory/source-selection-algorithm-result', body));
  const picks = answer.source_selection_items.map(
    (item: { source_code: string; sku: string; qty_to_deduct: number; qty_available: number }) => [
      sources.indexOf(item.source_code),
      item.sku,
      item.qty_to_deduct,
      item.qty_available,
    ],
  );
  return { picks, shippable: answer.shippable };
}
