import type { Call } from '../../kernel/call.ts';
import {
  extendType,
  inputTypes,
  queries,
  valueTypes,
  type ArgumentValues,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { allItems } from '../../storage/criteria/list.ts';
import { pageInfo, readAskedPage, requireReached } from '../../storage/criteria/pages.ts';
import { searchLocations } from './locations/search.ts';

const text = 'String' as const;
const values = valueTypes({
  PickupLocation: {
    city: text,
    contact_name: text,
    country_id: text,
    description: text,
    email: text,
    fax: text,
    latitude: 'Float',
    longitude: 'Float',
    name: text,
    phone: text,
    pickup_location_code: text,
    postcode: text,
    region: text,
    region_id: 'Int',
    street: text,
  },
  PickupLocations: { items: '[PickupLocation]', page_info: 'SearchResultPageInfo', total_count: 'Int' },
});

const filter = 'FilterTypeInput' as const;
const order = 'SortEnum' as const;
const inputs = inputTypes({
  AreaInput: { radius: 'Int!', search_term: 'String!' },
  PickupLocationFilterInput: {
    city: filter,
    country_id: filter,
    name: filter,
    pickup_location_code: filter,
    postcode: filter,
    region: filter,
    region_id: filter,
    street: filter,
  },
  PickupLocationSortInput: {
    city: order,
    contact_name: order,
    country_id: order,
    description: order,
    distance: order,
    email: order,
    fax: order,
    latitude: order,
    longitude: order,
    name: order,
    phone: order,
    pickup_location_code: order,
    postcode: order,
    region: order,
    region_id: order,
    street: order,
  },
  ProductInfoInput: { sku: 'String!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

/** Arguments of the search for pickup locations. */
const pickupArguments = {
  area: 'AreaInput',
  currentPage: 'Int = 1',
  filters: 'PickupLocationFilterInput',
  pageSize: 'Int = 20',
  productsInfo: '[ProductInfoInput]',
  sort: 'PickupLocationSortInput',
} as const;

/** The pickup locations of the call's website. */
async function showLocations(call: Call, input: ArgumentValues<typeof pickupArguments>) {
  const page = readAskedPage(input.currentPage, input.pageSize);
  const found = await searchLocations(call, {
    scopeType: 'website',
    scopeCode: call.services.store.website(call.scope.websiteId)?.code ?? '',
    area: input.area ? { radius: input.area.radius, searchTerm: input.area.search_term } : undefined,
    filters: Object.entries(input.filters ?? {}).flatMap(([field, one]) => (one ? comparisons(field, one) : [])),
    sort: Object.entries(input.sort ?? {}).flatMap(([field, direction]) => (direction ? [{ field, direction }] : [])),
    ...page,
    skus: (input.productsInfo ?? []).flatMap((product) => product?.sku ?? []),
  });
  const items = await allItems(found);
  await requireReached(page, items.length, found.count);
  return { items, total_count: await found.count(), page_info: await pageInfo(page, found.count) };
}

/** The comparisons of a filter, which must all match. */
function comparisons(field: string, filter: GraphQLTypes['FilterTypeInput']) {
  return Object.entries(filter).flatMap(([condition_type, value]) => {
    if (value === null || value === undefined) return [];
    return [{ field, condition_type, value: typeof value === 'string' ? value : value.join(',') }];
  });
}

/** Pickup locations, and the location of a cart, in GraphQL. */
export const pickupGraphql = [
  values,
  inputs,
  queries((t) => ({
    pickupLocations: t.field('PickupLocations', pickupArguments, (_, input, call) => showLocations(call, input)),
  })),
  extendType('ShippingCartAddress', (t) => ({
    pickup_location_code: t.field('String', ({ address }) => address.pickup_location_code),
  })),
];
