import type { Call } from '../../../kernel/call.ts';
import { missingArguments } from '../../../kernel/errors.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import type * as t from '../../../kernel/types.ts';
import type { PickupSearchInput, PickupSearchResult } from '../types.ts';
import { searchLocations, type LocationSearch } from './search.ts';

/** Finds pickup locations in the response format, with the normalized request. */
export async function searchResponse(call: Call, sent: PickupSearchInput): Promise<t.Out<typeof PickupSearchResult>> {
  const search = readRequest(sent);
  const found = await searchLocations(call, search);
  return {
    items: [...(await found.items())],
    search_request: echo(sent, search),
    total_count: await found.count(),
  };
}

/** Throws 400 for a request without a scope, or with an incomplete area. */
function readRequest(sent: PickupSearchInput): LocationSearch {
  const { scope_code: scopeCode, area } = sent;
  const missing = missingArguments([
    ...(scopeCode ? [] : ['scopeCode']),
    ...(area && area.radius == null ? ['radius'] : []),
    ...(area && area.search_term == null ? ['searchTerm'] : []),
  ]);
  if (missing) throw missing;
  return {
    scopeType: sent.scope_type ?? 'website',
    scopeCode: withFields(sent, 'scope_code').scope_code,
    area: area ? readArea(area) : undefined,
    filters: Object.entries(sent.filters ?? {}).flatMap(([field, filter]) =>
      filter ? [{ field, value: filter.value ?? '', condition_type: filter.condition_type || 'eq' }] : [],
    ),
    sort: (sent.sort ?? []).map(({ field, direction }) => ({ field: field ?? '', direction: direction || 'DESC' })),
    page: sent.current_page ?? undefined,
    pageSize: sent.page_size ?? undefined,
    skus: (sent.extension_attributes?.products_info ?? []).map(({ sku }) => sku ?? ''),
  };
}

function readArea(area: NonNullable<PickupSearchInput['area']>): LocationSearch['area'] {
  const { radius, search_term: searchTerm } = withFields(area, 'radius', 'search_term');
  return { radius, searchTerm };
}

/** The request in the response: with defaults, without omitted fields. */
function echo(
  sent: PickupSearchInput,
  { scopeType, scopeCode, area, filters, sort, page, pageSize, skus }: LocationSearch,
) {
  // The interface names the field `name` after its column.
  const columnOf = (field: string): string => (field === 'name' ? 'frontend_name' : field);
  const compared = filters.map(({ field, value, condition_type }) => [field, { value, condition_type }] as const);
  return {
    ...(area && { area: { radius: area.radius, search_term: area.searchTerm } }),
    ...(sent.filters && { filters: Object.fromEntries(compared) }),
    ...(pageSize !== undefined && { page_size: pageSize }),
    current_page: page ?? 1,
    scope_type: scopeType,
    scope_code: scopeCode,
    ...(sent.sort && { sort: sort.map(({ field, direction }) => ({ field: columnOf(field), direction })) }),
    ...(sent.extension_attributes?.products_info && {
      extension_attributes: { products_info: skus.map((sku) => ({ sku })) },
    }),
  };
}
