import type { Call } from '../../../kernel/call.ts';
import { readCriteria, type ListOrder, type ListRequest } from '../../../storage/criteria/criteria.ts';
import { findPage } from '../../../storage/criteria/list.ts';
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

/** A search for pickup locations. */
export interface LocationSearch {
  readonly scopeType: string;
  readonly scopeCode: string;
  readonly area?: Area | undefined;
  /** All of them must match. */
  readonly filters: readonly LocationFilter[];
  readonly sort: readonly { readonly field: string; readonly direction: string }[];
  readonly page?: number | undefined;
  /** Undefined: no limit. */
  readonly pageSize?: number | undefined;
  /** Only locations with all of these SKUs in stock. */
  readonly skus: readonly string[];
}

/** A page of pickup locations. */
interface FoundLocations {
  items(): Promise<readonly ShownLocation[]>;
  count(): Promise<number>;
}

/** Sort field without a column. */
const DISTANCE = 'distance';

/**
 * The pickup locations of a sales channel. In an area, the default order is by distance. A fixed number of queries.
 * Throws 404 for an unknown channel, 400 for unknown fields and conditions.
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
  const near = keys.flatMap((code) => {
    const distance = distances.get(code) ?? Infinity;
    return distance <= area.radius ? [{ code, distance }] : [];
  });
  const sign = byDistance === 'DESC' ? -1 : 1;
  if (byDistance) near.sort((a, b) => sign * (a.distance - b.distance));
  const { page, pageSize = near.length } = request;
  const codes = near.slice((page - 1) * pageSize, page * pageSize).map(({ code }) => code);
  return {
    async items() {
      const found = await findLocations(call, stockId, codes);
      return codes.flatMap((code) => found.get(code) ?? []);
    },
    count: () => Promise.resolve(near.length),
  };
}

const none: FoundLocations = { items: () => Promise.resolve([]), count: () => Promise.resolve(0) };

/** Validates a search. Sorting by distance takes precedence over other fields, and is the default in an area. */
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
  const direction = read.orders.find(({ field }) => field === DISTANCE)?.direction;
  if (direction && !area) throw pickupErrors.sortedByDistance();
  const request = { ...read, orders: read.orders.filter(({ field }) => field !== DISTANCE) };
  return { request, byDistance: direction ?? (area && request.orders.length === 0 ? 'ASC' : undefined) };
}

/** The ids of the required products; undefined if one of them is not salable in the stock. */
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
