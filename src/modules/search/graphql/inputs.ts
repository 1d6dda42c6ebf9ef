import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import { inputTypes, installationFields, type InputTypesOf } from '../../../kernel/graphql.ts';
import { idOf } from '../../../kernel/uids.ts';
import type { Call } from '../../../kernel/call.ts';
import type { ListOrder } from '../../../storage/criteria/criteria.ts';
import { filterableAttributes, sortableAttributes, type FilterKind } from '../layers/attributes.ts';
import type { LayerFilter } from '../layers/request.ts';

/** Filters and orders of older storefronts, which no query takes any more. */
const older = {
  filters:
    'category_id country_of_manufacture created_at custom_layout custom_layout_update description gift_message_available has_options image image_label manufacturer max_price meta_description meta_keyword meta_title min_price name news_from_date news_to_date options_container price required_options short_description sku small_image small_image_label special_from_date special_price special_to_date swatch_image thumbnail thumbnail_label tier_price updated_at url_key url_path weight',
  orders:
    'country_of_manufacture created_at custom_layout custom_layout_update description gift_message_available has_options image image_label manufacturer meta_description meta_keyword meta_title name news_from_date news_to_date options_container price required_options short_description sku small_image small_image_label special_from_date special_price special_to_date swatch_image thumbnail thumbnail_label tier_price updated_at url_key url_path weight',
};
const each = (names: string, type: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));

const olderInputs = inputTypes({
  ProductFilterInput: { ...each(older.filters, 'FilterTypeInput'), or: 'ProductFilterInput' },
  ProductSortInput: each(older.orders, 'SortEnum'),
});

const inputs = inputTypes({
  FilterTypeInput: {
    eq: 'String',
    finset: '[String]',
    from: 'String',
    gt: 'String',
    gteq: 'String',
    in: '[String]',
    like: 'String',
    lt: 'String',
    lteq: 'String',
    moreq: 'String',
    neq: 'String',
    nin: '[String]',
    notnull: 'String',
    null: 'String',
    to: 'String',
  },
  AggregationsCategoryFilterInput: { includeDirectChildrenOnly: 'Boolean' },
  AggregationsFilterInput: { category: 'AggregationsCategoryFilterInput' },
  ProductAttributeFilterInput: {
    category_id: 'FilterEqualTypeInput',
    category_uid: 'FilterEqualTypeInput',
    category_url_path: 'FilterEqualTypeInput',
  },
  ProductAttributeSortInput: { position: 'SortEnum', relevance: 'SortEnum' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends InputTypesOf<typeof inputs> {}
}

const filterTypes: Readonly<Record<FilterKind, string>> = {
  equal: 'FilterEqualTypeInput',
  match: 'FilterMatchTypeInput',
  range: 'FilterRangeTypeInput',
};

/** Changes with the filters and sort orders of products. */
const metadataOf = ({ eav }: Call['services']): string => `${eav.generation}.${eav.optionedAttributes.generation}`;

/** The attributes of the installation that products are filtered and sorted by. */
export const layerInputs = [
  inputs,
  olderInputs,
  installationFields('ProductAttributeFilterInput', metadataOf, (services) =>
    Object.fromEntries([...filterableAttributes(services)].map(([code, kind]) => [code, filterTypes[kind]])),
  ),
  installationFields('ProductAttributeSortInput', metadataOf, (services) =>
    Object.fromEntries(sortableAttributes(services).map(({ code }) => [code, 'SortEnum'])),
  ),
];

/** A filter of any kind in the input. */
interface SentFilter {
  readonly eq?: string | null;
  readonly in?: readonly (string | null)[] | null;
  readonly match?: string | null;
  readonly match_type?: 'FULL' | 'PARTIAL' | null;
  readonly from?: string | null;
  readonly to?: string | null;
}

/** Reads the filters of an input; one query if categories are named by their paths. */
export async function readSentFilters(
  call: Call,
  input: GraphQLTypes['ProductAttributeFilterInput'] | null | undefined,
): Promise<LayerFilter[]> {
  const filters: LayerFilter[] = [];
  for (const [code, filter] of Object.entries(input ?? {}) as [string, SentFilter | null][]) {
    if (!filter) continue;
    const { eq, match, from, to } = filter;
    if (eq != null) filters.push(await equal(call, code, [eq]));
    if (filter.in)
      filters.push(
        await equal(
          call,
          code,
          filter.in.filter((value) => value !== null),
        ),
      );
    if (match != null) filters.push({ kind: 'match', code, text: match, isPartial: filter.match_type === 'PARTIAL' });
    if (from != null || to != null) filters.push({ kind: 'range', code, from: from ?? undefined, to: to ?? undefined });
  }
  return filters;
}

async function equal(call: Call, code: string, values: readonly string[]): Promise<LayerFilter> {
  const ids = await categoryIds(call, code, values);
  return ids ? { kind: 'equal', code: 'category_id', values: ids.map(String) } : { kind: 'equal', code, values };
}

/** The categories that a filter names; undefined for a filter by something else. */
async function categoryIds(call: Call, code: string, values: readonly string[]): Promise<number[] | undefined> {
  if (code === 'category_url_path') return await call.services.listing.categoriesAt(call, values);
  if (code !== 'category_id' && code !== 'category_uid') return undefined;
  // Storefronts send plain ids in fields for uids.
  return values.flatMap((value) => (/^\d{1,15}$/.test(value) ? Number(value) : (idOf(value) ?? [])));
}

/** Reads the sort orders of a list. */
export function readSentOrders(input: GraphQLTypes['ProductAttributeSortInput'] | null | undefined): ListOrder[] {
  return (Object.entries(input ?? {}) as [string, ListOrder['direction'] | null][]).flatMap(([field, direction]) =>
    direction ? [{ field, direction }] : [],
  );
}
