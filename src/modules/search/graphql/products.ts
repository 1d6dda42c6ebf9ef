import {
  deprecated,
  interfaceType,
  objectType,
  sharedQueries,
  valueTypes,
  type Selection,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import type { Call } from '../../../kernel/call.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import { termDeclarations } from './terms.ts';
import { pageInfo, readAskedPage, requireReached } from '../../../storage/criteria/pages.ts';
import { searchErrors } from '../errors.ts';
import { findLayered, type LayeredProducts } from '../layers/find.ts';
import type { Layer, LayerChoice } from '../layers/aggregations.ts';
import { suggestSearches } from '../corrections/suggestions.ts';
import { sortChoices } from '../layers/sorting.ts';
import { categoryProductDeclarations } from './category-products.ts';
import { layerInputs, readSentFilters, readSentOrders } from './inputs.ts';

const gone = 'Use `aggregations`.';
const values = valueTypes({
  Aggregation: {
    attribute_code: 'String!',
    count: 'Int',
    label: 'String',
    options: '[AggregationOption]',
    position: 'Int',
  },
  LayerFilter: {
    filter_items: { type: '[LayerFilterItemInterface]', deprecated: gone },
    filter_items_count: { type: 'Int', deprecated: gone },
    name: { type: 'String', deprecated: gone },
    request_var: { type: 'String', deprecated: gone },
  },
  SearchSuggestion: { search: 'String!' },
  SortField: { label: 'String', value: 'String' },
  SortFields: { default: 'String', options: '[SortField]' },
  SwatchData: { type: 'String', value: 'String' },
});

/** One choice, and whether choices of its kind are swatches. */
interface ItemSource extends LayerChoice {
  readonly isSwatch: boolean;
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    AggregationOption: LayerChoice;
    AggregationOptionInterface: LayerChoice;
    LayerFilterItem: ItemSource;
    LayerFilterItemInterface: ItemSource;
    Products: LayeredProducts;
    SwatchLayerFilterItem: ItemSource;
    SwatchLayerFilterItemInterface: ItemSource;
  }
}

const optionInterface = interfaceType(
  'AggregationOptionInterface',
  () => ({ count: 'Int', label: 'String', value: 'String!' }),
  () => 'AggregationOption',
);
const option = objectType('AggregationOption', () => ({}), ['AggregationOptionInterface']);

const itemType = ({ isSwatch }: ItemSource): string => (isSwatch ? 'SwatchLayerFilterItem' : 'LayerFilterItem');
const itemInterface = interfaceType(
  'LayerFilterItemInterface',
  (t) => ({
    items_count: deprecated(
      gone,
      t.field('Int', ({ count }) => count),
    ),
    label: deprecated(gone, 'String'),
    value_string: deprecated(
      gone,
      t.field('String', ({ value }) => value),
    ),
  }),
  itemType,
);
const swatchInterface = interfaceType(
  'SwatchLayerFilterItemInterface',
  (t) => ({
    swatch_data: t.field('SwatchData', ({ swatch }) => swatch && { type: String(swatch.type), value: swatch.value }),
  }),
  itemType,
);
const item = objectType('LayerFilterItem', () => ({}), ['LayerFilterItemInterface']);
const swatchItem = objectType('SwatchLayerFilterItem', () => ({}), [
  'LayerFilterItemInterface',
  'SwatchLayerFilterItemInterface',
]);

const products = objectType('Products', (t) => ({
  aggregations: t.field('[Aggregation]', { filter: 'AggregationsFilterInput' }, async ({ layers }, { filter }) => {
    const isBelowOnly = filter?.category?.includeDirectChildrenOnly === true;
    return (await layers({ isBelowOnly })).map(shownLayer);
  }),
  filters: deprecated(
    gone,
    t.field('[LayerFilter]', async ({ layers }) =>
      (await layers()).map(({ code, label, choices, isSwatch }) => ({
        name: label,
        request_var: code,
        filter_items_count: choices.length,
        filter_items: choices.map((choice) => ({ ...choice, isSwatch })),
      })),
    ),
  ),
  items: t.field('[ProductInterface]', ({ ids }, _, call, selection) => productsInOrder(call, ids, selection)),
  page_info: t.field('SearchResultPageInfo', ({ request, count }) => pageInfo(request, count)),
  sort_fields: t.field('SortFields', ({ request }, _, call) => sortChoices(call, request)),
  suggestions: t.field('[SearchSuggestion]', async ({ request: { text }, words }, _, call) =>
    text === undefined ? [] : (await suggestSearches(call, text, words)).map((search) => ({ search })),
  ),
  total_count: t.field('Int', ({ count }) => count()),
}));

function shownLayer({ code, label, position, choices }: Layer) {
  return { attribute_code: code, label, position, count: choices.length, options: choices };
}

/** The products with these ids, in their order; products deleted meanwhile are omitted. */
async function productsInOrder(call: Call, ids: readonly number[], selection: Selection): Promise<ProductSource[]> {
  const found = await call.services.storefront.products(call, ids, selection);
  return ids.flatMap((id) => found.get(id) ?? []);
}

const productQueries = sharedQueries((t) => ({
  products: t.field(
    'Products',
    {
      search: 'String',
      filter: 'ProductAttributeFilterInput',
      pageSize: 'Int = 20',
      currentPage: 'Int = 1',
      sort: 'ProductAttributeSortInput',
    },
    async (_, { search, filter, pageSize, currentPage, sort }, call) => {
      const page = readAskedPage(currentPage, pageSize);
      if (search == null && filter == null) throw searchErrors.nothingAsked();
      const found = await findLayered(call, {
        text: search?.trim() || undefined,
        filters: await readSentFilters(call, filter),
        orders: readSentOrders(sort),
        ...page,
      });
      await requireReached(page, found.ids.length, found.count);
      return found;
    },
  ),
}));

/** The products of the catalogue as storefronts search and filter them. */
export const searchGraphql = [
  values,
  ...layerInputs,
  optionInterface,
  option,
  itemInterface,
  swatchInterface,
  item,
  swatchItem,
  products,
  productQueries,
  ...categoryProductDeclarations,
  ...termDeclarations,
];
