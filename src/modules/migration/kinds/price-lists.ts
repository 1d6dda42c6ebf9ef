import { anyText } from '../../../kernel/any-text.ts';
import { isAnyList, objectsOf } from '../../../kernel/plain-objects.ts';
import { routeCallerWithin } from '../../../platform/execution/call-route.ts';
import type { MigrationRun } from '../migration-run.ts';
import { SourceRefusal } from '../source/errors.ts';
import type { SourceRecord } from '../source/record.ts';
import { canonicalText } from '../wire.ts';

/** Fields of a row, by the form of their values. */
interface RowFields {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  readonly times: readonly string[];
}

/** Prices of products that routes of their own change, which may leave the time of a product's change as it is. */
export interface PriceList {
  readonly name: 'tiers' | 'base' | 'special' | 'costs';
  /** Path of the route that reads the rows of SKUs. */
  readonly path: string;
  readonly service: string;
  /** Types of products that have such prices. */
  readonly types: ReadonlySet<string>;
  readonly fields: RowFields;
}

const ownPrice = ['simple', 'virtual', 'downloadable'];

/** The lists of prices. Bundles are not among base prices: those with a dynamic price make a source reject a request. */
export const priceLists: readonly PriceList[] = [
  {
    name: 'tiers',
    path: '/V1/products/tier-prices-information',
    service: 'catalogTierPriceStorageV1',
    types: new Set([...ownPrice, 'bundle']),
    fields: { numbers: ['website_id', 'quantity', 'price'], texts: ['customer_group', 'price_type'], times: [] },
  },
  {
    name: 'base',
    path: '/V1/products/base-prices-information',
    service: 'catalogBasePriceStorageV1',
    types: new Set(ownPrice),
    fields: { numbers: ['store_id', 'price'], texts: [], times: [] },
  },
  {
    name: 'special',
    path: '/V1/products/special-price-information',
    service: 'catalogSpecialPriceStorageV1',
    types: new Set([...ownPrice, 'bundle']),
    fields: { numbers: ['store_id', 'price'], texts: [], times: ['price_from', 'price_to'] },
  },
  {
    name: 'costs',
    path: '/V1/products/cost-information',
    service: 'catalogCostStorageV1',
    types: new Set(ownPrice),
    fields: { numbers: ['store_id', 'cost'], texts: [], times: [] },
  },
];

/** Types of products with prices in one of the lists. */
export const listedTypes: readonly string[] = [...ownPrice, 'bundle'];

/** Rows of prices by SKU, without the SKU; absent: the shop does not show those of the product. */
type RowsBySku = ReadonlyMap<string, readonly SourceRecord[]>;

/** The rows of a list in the source, in one request unless products were deleted meanwhile. */
export async function rowsThere(
  { client }: MigrationRun,
  list: PriceList,
  skus: readonly string[],
): Promise<RowsBySku> {
  const read = async (some: readonly string[]): Promise<RowsBySku> => {
    if (some.length === 0) return new Map();
    try {
      return rowsBySku(list, some, await client.read(list.path, { skus: some }));
    } catch (error) {
      if (!(error instanceof SourceRefusal) || error.status !== 404) throw error;
      // One product that is unknown makes a source reject all; without the route nothing is shown.
      if (some.length === 1 || /match any route/.test(error.message)) return new Map();
    }
    const half = Math.ceil(some.length / 2);
    return new Map([...(await read(some.slice(0, half))), ...(await read(some.slice(half)))]);
  };
  return read(skus);
}

/** The rows of a list here. */
export async function rowsHere({ platform, call }: MigrationRun, list: PriceList, skus: readonly string[]) {
  const route = routeCallerWithin(platform, call);
  return rowsBySku(list, skus, skus.length > 0 ? await route<unknown>(list.service, 'get', { skus }) : []);
}

function rowsBySku({ fields }: PriceList, skus: readonly string[], rows: unknown): RowsBySku {
  const bySku = Map.groupBy(objectsOf(isAnyList(rows) ? rows : []), ({ sku }) => anyText(sku));
  return new Map(
    skus.map((sku) => [sku, sortedRows((bySku.get(sku) ?? []).map((row) => comparableRow(fields, row)))] as const),
  );
}

/** Rows in an order that is equal for equal rows. */
export function sortedRows(rows: readonly SourceRecord[]): SourceRecord[] {
  return rows.toSorted((one, other) => (canonicalText(one) < canonicalText(other) ? -1 : 1));
}

/** The fields of a row in a form that is equal for equal prices. */
function comparableRow({ numbers, texts, times }: RowFields, row: SourceRecord): SourceRecord {
  return Object.fromEntries([
    ...numbers.map((name) => [name, Number(row[name])] as const),
    ...texts.map((name) => [name, anyText(row[name] ?? '').toLowerCase()] as const),
    ...times.map((name) => [name, timeOf(row[name])] as const),
  ]);
}

/** A time with hours; empty for none. */
function timeOf(value: unknown): string {
  const text = anyText(value ?? '');
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text;
}
