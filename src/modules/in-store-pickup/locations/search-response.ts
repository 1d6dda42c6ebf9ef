import type { Call } from '../../../kernel/call.ts';
import { missingArguments } from '../../../kernel/errors.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import type * as t from '../../../kernel/types.ts';
import type { PickupSearchInput, PickupSearchResult } from '../types.ts';
import { searchLocations, type LocationSearch } from './search.ts';

/** Finds pickup locations in the response format, with the normalized request. */
export async function searchResponse(call: Call, input: PickupSearchInput): Promise<t.Out<typeof PickupSearchResult>> {
  const search = readRequest(input);
  const found = await searchLocations(call, search);
  return {
    items: [...(await found.items())],
    search_request: echo(input, search),
    total_count: await found.count(),
  };
}

/** Throws 400 for a request without a scope, or with an incomplete area. */
function readRequest(input: PickupSearchInput): LocationSearch {
  const { scope_code: scopeCode, area } = input;
  const missing = missingArguments([
    ...(scopeCode ? [] : ['scopeCode']),
    ...(area && area.radius == null ? ['radius'] : []),
    ...(area && area.search_term == null ? ['searchTerm'] : []),
  ]);
  if (missing) throw missing;
  return {
    scopeType: input.scope_type ?? 'website',
    scopeCode: withFields(input, 'scope_code').scope_code,
    area: area ? readArea(area) : undefined,
    filters: Object.entries(input.filters ?? {}).flatMap(([field, filter]) =>
      filter ? [{ field, value: filter.value ?? '', condition_type: filter.condition_type || 'eq' }] : [],
    ),
    sort: (input.sort ?? []).map(({ field, direction }) => ({ field: field ?? '', direction: direction || 'DESC' })),
    page: input.current_page ?? undefined,
    pageSize: input.page_size ?? undefined,
    skus: (input.extension_attributes?.products_info ?? []).map(({ sku }) => sku ?? ''),
  };
}

function readArea(area: NonNullable<PickupSearchInput['area']>): LocationSearch['area'] {
  const { radius, search_term: searchTerm } = withFields(area, 'radius', 'search_term');
  return { radius, searchTerm };
}

/** The request in the response: with defaults, without omitted fields. */
function echo(
  input: PickupSearchInput,
  { scopeType, scopeCode, area, filters, sort, page, pageSize, skus }: LocationSearch,
) {
  // The interface names the field `name` after its column.
  const columnOf = (field: string): string => (field === 'name' ? 'frontend_name' : field);
  const compared = filters.map(({ field, value, condition_type }) => [field, { value, condition_type }] as const);
  return {
    ...(area && { area: { radius: area.radius, search_term: area.searchTerm } }),
    ...(input.filters && { filters: Object.fromEntries(compared) }),
    ...(pageSize !== undefined && { page_size: pageSize }),
    current_page: page ?? 1,
    scope_type: scopeType,
    scope_code: scopeCode,
    ...(input.sort && { sort: sort.map(({ field, direction }) => ({ field: columnOf(field), direction })) }),
    ...(input.extension_attributes?.products_info && {
      extension_attributes: { products_info: skus.map((sku) => ({ sku })) },
    }),
  };
}
