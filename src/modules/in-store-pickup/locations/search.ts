import type { Call } from '../../../kernel/call.ts';
import { readCriteria, type ListOrder, type ListRequest } from '../../../search/criteria.ts';
import { findPage } from '../../../search/list.ts';
import { inTexts } from '../../../storage/sql.ts';
import { pickupErrors } from '../errors.ts';
import { distancesFrom, type Area } from './area.ts';
import { findLocations, locationFields, locationsOf, type ShownLocation } from './location.ts';

/** A comparison of a field with a value. */
interface LocationFilter {
  readonly field: string;
  readonly value: string;
  readonly condition_type: string;
}

/** What pickup locations are looked for. */
export interface LocationSearch {
  readonly scopeType: string;
  readonly scopeCode: string;
  readonly area?: Area | undefined;
  /** All have to hold. */
  readonly filters: readonly LocationFilter[];
  readonly sort: readonly { readonly field: string; readonly direction: string }[];
  readonly page?: number | undefined;
  /** Undefined: all. */
  readonly pageSize?: number | undefined;
  /** Only locations that have all of them in stock. */
  readonly skus: readonly string[];
}

/** A page of pickup locations that has been found. */
interface FoundLocations {
  items(): Promise<readonly ShownLocation[]>;
  count(): Promise<number>;
}

/** Field of sort orders that is no column. */
const DISTANCE = 'distance';

/**
 * The pickup locations of a sales channel. In an area they come nearest first, unless they are sorted by something else. A fixed
 * number of queries. Throws 404 for an unknown channel, 400 for fields and conditions that do not exist.
 */
export async function searchLocations(call: Call, search: LocationSearch): Promise<FoundLocations> {
  const stockId = await call.services.multiSource.stockOfChannel(call, search.scopeType, search.scopeCode);
  const { request, byDistance } = readSearch(call, search);
  const products = await productsWanted(call, stockId, search.skus);
  if (!products) return none;
  const all = locationsOf(call, stockId);
  const base =
    products.length > 0
      ? all.where('location.source_code', 'in', (eb) =>
          eb.selectFrom(call.services.multiSource.sourcesHaving(products).as('stocked')).select('stocked.source_code'),
        )
      : all;
  const source = {
    base,
    key: 'location.source_code',
    fields: locationFields,
    load: (_: Call, codes: readonly string[]) => findLocations(call, stockId, codes),
  };
  const { area } = search;
  if (!area) return await findPage(call, request, source);
  const { keys } = await findPage(call, { ...request, page: 1, pageSize: undefined }, source);
  const points = await all
    .where(inTexts('location.source_code', keys))
    .select(['location.source_code as code', 'location.latitude', 'location.longitude'])
    .execute();
  const distances = await distancesFrom(call, area, points);
  const near = keys.filter((code) => (distances.get(code) ?? Infinity) <= area.radius);
  const sign = byDistance === 'DESC' ? -1 : 1;
  if (byDistance) near.sort((a, b) => sign * (distances.get(a)! - distances.get(b)!));
  const { page, pageSize = near.length } = request;
  const codes = near.slice((page - 1) * pageSize, page * pageSize);
  return {
    async items() {
      const found = await findLocations(call, stockId, codes);
      return codes.flatMap((code) => found.get(code) ?? []);
    },
    count: () => Promise.resolve(near.length),
  };
}

const none: FoundLocations = { items: () => Promise.resolve([]), count: () => Promise.resolve(0) };

/** Checks a search. An order by distance goes before all others; in an area it is what there is without one. */
function readSearch(
  call: Call,
  { filters, sort, page, pageSize, area }: LocationSearch,
): { readonly request: ListRequest; readonly byDistance: ListOrder['direction'] | undefined } {
  const read = readCriteria(call, {
    filter_groups: filters.map((filter) => ({ filters: [filter] })),
    sort_orders: [...sort],
    ...(page !== undefined && { current_page: page }),
    ...(pageSize !== undefined && { page_size: pageSize }),
  });
  const asked = read.orders.find(({ field }) => field === DISTANCE)?.direction;
  if (asked && !area) throw pickupErrors.sortedByDistance();
  const request = { ...read, orders: read.orders.filter(({ field }) => field !== DISTANCE) };
  return { request, byDistance: asked ?? (area && request.orders.length === 0 ? 'ASC' : undefined) };
}

/** The ids of products that a location has to have; undefined where one of them cannot be had from the stock at all. */
async function productsWanted(
  call: Call,
  stockId: number,
  skus: readonly string[],
): Promise<readonly number[] | undefined> {
  if (skus.length === 0) return [];
  const { catalog, inventory } = call.services;
  const products = await catalog.productsBySku(call, skus, 0);
  const found = skus.map((sku) => products.get(catalog.foldSku(sku))?.id);
  const ids = [...new Set(found.filter((id) => id !== undefined))];
  if (found.includes(undefined)) return undefined;
  const salable = await inventory.productsWhere(call, ids, inventory.canBeSold(call, stockId));
  return salable.size === ids.length ? ids : undefined;
}
