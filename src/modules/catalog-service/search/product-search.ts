import type { Call } from '../../../kernel/call.ts';
import {
  enumTypes,
  inputTypes,
  objectType,
  sharedQueries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import type { ListOrder } from '../../../storage/criteria/criteria.ts';
import { pageInfo, readAskedPage, requireReached } from '../../../storage/criteria/pages.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import type { LayeredProducts } from '../../search/service.ts';
import { catalogServiceErrors } from '../errors.ts';
import { clauseInputs, hasCategory, readClauses, type Clause } from './clauses.ts';
import { facetDeclarations, facetsOf } from './facets.ts';
import { highlightsOf } from './highlights.ts';
import { metadataDeclarations, sortableNames } from './metadata.ts';

const enums = enumTypes({ AppliedQueryRuleActionType: ['BOOST', 'BURY', 'PIN'] });
const inputs = inputTypes({
  ProductSearchSortInput: { attribute: 'String!', direction: 'SortEnum!' },
  QueryContextInput: { customerGroup: 'String!', userViewHistory: '[ViewHistoryInput!]' },
  ViewHistoryInput: { dateTime: 'DateTime', sku: 'String!' },
});
const values = valueTypes({
  AppliedQueryRule: { action_type: 'AppliedQueryRuleActionType', rule_id: 'String', rule_name: 'String' },
  Highlight: { attribute: 'String!', matched_words: '[String]!', value: 'String!' },
  ProductSearchWarning: { code: 'String!', message: 'String!' },
});

/** A product that a search has found. */
interface FoundProduct {
  readonly source: ProductSource;
  readonly words: LayeredProducts['words'];
}

/** The result of a search. */
interface SearchSource {
  readonly found: LayeredProducts;
  readonly warnings: readonly GraphQLTypes['ProductSearchWarning'][];
  /** Whether the search browses a category, whose facets are the categories right below it. */
  readonly isBrowsed: boolean;
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, InputTypesOf<typeof inputs>, ValueTypesOf<typeof values> {
    ProductSearchItem: FoundProduct;
    ProductSearchResponse: SearchSource;
  }
}

/** Maximum number of products of a page. Source: the published service. */
const MAX_PAGE = 500;
/** Maximum number of suggestions. Source: the published service. */
const MAX_SUGGESTIONS = 5;

/** Maximum number of filters, and of orders. Each filter may take a query. */
const MAX_CLAUSES = 50;

type SortInput = GraphQLTypes['ProductSearchSortInput'];

function atMost<T>(name: string, list: readonly T[] | null | undefined): readonly T[] {
  if (list && list.length > MAX_CLAUSES) throw catalogServiceErrors.tooMany([name, MAX_CLAUSES]);
  return list ?? [];
}

/** The orders of a search. An order by position needs a category; without one it is left out, with a warning. */
function readOrders(call: Call, sort: readonly SortInput[], clauses: readonly Clause[]) {
  const known = new Set(['relevance', ...sortableNames(call).map(({ attribute }) => attribute)]);
  const orders: ListOrder[] = [];
  const warnings: GraphQLTypes['ProductSearchWarning'][] = [];
  for (const { attribute: field, direction } of sort) {
    if (!known.has(field)) throw catalogServiceErrors.sort([field]);
    if (field !== 'position' || hasCategory(clauses)) orders.push({ field, direction });
    else {
      const message = 'The order by position was ignored: it needs a filter by categoryPath.';
      warnings.push({ code: 'EMPTY_CATEGORY_PATH', message });
    }
  }
  return { orders, warnings };
}

async function productsOf(call: Call, { ids, words }: LayeredProducts): Promise<FoundProduct[]> {
  const sources = await call.services.storefront.products(call, ids);
  return ids.flatMap((id) => {
    const source = sources.get(id);
    return source ? [{ source, words }] : [];
  });
}

/** Other texts for a search: with corrected words, otherwise the names of the products found. */
async function suggestionsFor(call: Call, { request: { text }, words, ids }: LayeredProducts): Promise<string[]> {
  if (text === undefined) return [];
  const corrected = await call.services.catalogSearch.suggestions(call, text, words);
  if (corrected.length > 0) return corrected.slice(0, MAX_SUGGESTIONS);
  const first = ids.slice(0, MAX_SUGGESTIONS);
  const sources = await call.services.storefront.products(call, first);
  return first.flatMap((id) => sources.get(id)?.values.name ?? []).map(String);
}

/** The synonyms that a search looks for besides its own words. */
function synonymsOf(words: LayeredProducts['words']): string[] {
  const synonyms = words.flatMap(({ alternatives }) => alternatives.filter(({ kind }) => kind === 'synonym'));
  return [...new Set(synonyms.map(({ text }) => text))];
}

const response = objectType('ProductSearchResponse', (t) => ({
  facets: t.field('[SearchAggregation]', ({ found, isBrowsed }, _, call) => facetsOf(call, found, isBrowsed)),
  items: t.field('[ProductSearchItem]', ({ found }, _, call) => productsOf(call, found)),
  page_info: t.field('SearchResultPageInfo', ({ found: { request, count } }) => pageInfo(request, count)),
  related_terms: t.field('[String]', ({ found: { words } }) => synonymsOf(words)),
  suggestions: t.field('[String]', ({ found }, _, call) => suggestionsFor(call, found)),
  total_count: t.field('Int', ({ found: { count } }) => count()),
  warnings: '[ProductSearchWarning]',
}));

const item = objectType('ProductSearchItem', (t) => ({
  // Rules are only reported in a preview, which the shop does not have.
  applied_query_rule: t.field('AppliedQueryRule', () => null),
  highlights: t.field('[Highlight]', ({ source, words }) => highlightsOf(source, words)),
  product: t.field('ProductInterface!', ({ source }) => source),
  productView: t.field('ProductView', ({ source }) => ({ source })),
}));

const queries = sharedQueries((t) => ({
  productSearch: t.field(
    'ProductSearchResponse!',
    {
      phrase: 'String!',
      context: 'QueryContextInput',
      current_page: 'Int = 1',
      page_size: 'Int = 20',
      sort: '[ProductSearchSortInput!]',
      filter: '[SearchClauseInput!]',
    },
    async (_, { phrase, current_page, page_size, sort, filter }, call) => {
      const page = readAskedPage(current_page, page_size);
      if (page.pageSize > MAX_PAGE) throw catalogServiceErrors.pageSize([MAX_PAGE]);
      const clauses = atMost('filter', filter);
      const { orders, warnings } = readOrders(call, atMost('sort', sort), clauses);
      const found = await call.services.catalogSearch.find(call, {
        text: phrase.trim() || undefined,
        filters: await readClauses(call, clauses),
        orders,
        ...page,
      });
      await requireReached(page, found.ids.length, found.count);
      return { found, warnings, isBrowsed: clauses.some(({ attribute }) => attribute === 'categoryPath') };
    },
  ),
}));

/** The product search of the catalogue service. */
export const searchDeclarations = [
  enums,
  inputs,
  values,
  ...clauseInputs,
  ...facetDeclarations,
  response,
  item,
  queries,
  ...metadataDeclarations,
];
