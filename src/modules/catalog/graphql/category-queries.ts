import { contentTags } from '../../../kernel/content-tags.ts';
import type { Call } from '../../../kernel/call.ts';
import {
  deprecated,
  inputTypes,
  objectType,
  sharedQueries,
  type GraphQLTypes,
  type InputTypesOf,
} from '../../../kernel/graphql.ts';
import { idOf } from '../../../kernel/uids.ts';
import type { Condition } from '../../../storage/criteria/criteria.ts';
import { allItems } from '../../../storage/criteria/list.ts';
import { pageInfo, readAskedPage, requireReached, type AskedPage } from '../../../storage/criteria/pages.ts';
import { escapeLike } from '../../../storage/sql.ts';
import { findShownCategories } from '../categories/list.ts';
import { catalogErrors } from '../errors.ts';
import { categoriesAt } from '../categories/paths.ts';
import { categorySource, storefrontCategories } from './categories.ts';
import type { CategorySource } from './types.ts';

/** A page of categories. */
interface FoundCategories {
  readonly items: readonly CategorySource[];
  readonly page: AskedPage;
  count(): Promise<number>;
}

const inputs = inputTypes({
  CategoryFilterInput: {
    category_uid: 'FilterEqualTypeInput',
    ids: 'FilterEqualTypeInput',
    name: 'FilterMatchTypeInput',
    parent_category_uid: 'FilterEqualTypeInput',
    parent_id: 'FilterEqualTypeInput',
    url_key: 'FilterEqualTypeInput',
    url_path: 'FilterEqualTypeInput',
  },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends InputTypesOf<typeof inputs> {
    CategoryResult: FoundCategories;
  }
}

type SentFilters = GraphQLTypes['CategoryFilterInput'];
type SentEqual = SentFilters['ids'];

/** Minimum length of a search text for categories, in characters. */
const SHORTEST_MATCH = 3;

const idFields: readonly (readonly [name: keyof SentFilters, field: string])[] = [
  ['category_uid', 'id'],
  ['ids', 'id'],
  ['parent_category_uid', 'parent_id'],
  ['parent_id', 'parent_id'],
];

/** The values that a filter names; undefined for none. */
function valuesIn(input: SentEqual): string[] | undefined {
  if (input?.eq != null) return [input.eq];
  return input?.in?.filter((value) => value != null);
}

/** Conditions, all of which must hold; default: the root category. */
async function readCategoryFilters(call: Call, input: SentFilters | null | undefined): Promise<Condition[][]> {
  if (!input) return [[idIn('id', [call.services.store.rootCategoryOf(call.scope.storeId)])]];
  const groups: Condition[][] = [];
  for (const [name, field] of idFields) {
    const values = valuesIn(input[name]);
    if (values) groups.push([idIn(field, values.flatMap(readCategoryId))]);
  }
  const paths = valuesIn(input.url_path);
  if (paths) groups.push([idIn('id', await categoriesAt(call, paths))]);
  const keys = valuesIn(input.url_key);
  if (keys) groups.push(keys.length > 0 ? [{ field: 'url_key', type: 'any_of', value: JSON.stringify(keys) }] : []);
  const match = input.name?.match;
  if (match != null) {
    if (match.trim().length < SHORTEST_MATCH) throw catalogErrors.shortMatch([SHORTEST_MATCH]);
    groups.push([{ field: 'name', type: 'like', value: `%${escapeLike(match.trim())}%` }]);
  }
  // An empty list finds nothing.
  return groups.map((group) => (group.length > 0 ? group : [idIn('id', [])]));
}

/** Storefronts send plain ids in place of uids. */
function readCategoryId(input: string): number[] {
  const id = /^\d{1,15}$/.test(input) ? Number(input) : idOf(input);
  return id === undefined ? [] : [id];
}

function idIn(field: string, ids: readonly number[]): Condition {
  return { field, type: 'in', value: ids.length > 0 ? ids.join(',') : '0' };
}

async function findCategoryPage(
  call: Call,
  filters: SentFilters | null | undefined,
  page: AskedPage,
): Promise<FoundCategories> {
  const groups = await readCategoryFilters(call, filters);
  const found = await findShownCategories(call, { groups, ...page });
  await requireReached(page, found.keys.length, found.count);
  return { items: (await allItems(found)).map(categorySource), page, count: found.count };
}

const result = objectType('CategoryResult', (t) => ({
  items: t.field('[CategoryTree]', ({ items }) => items),
  page_info: t.field('SearchResultPageInfo', ({ page, count }) => pageInfo(page, count)),
  total_count: t.field('Int', ({ count }) => count()),
}));

const listArguments = { filters: 'CategoryFilterInput', pageSize: 'Int = 20', currentPage: 'Int = 1' } as const;

const categoryQueries = sharedQueries(
  (t) => ({
    categories: t.field('CategoryResult', listArguments, (_, { filters, pageSize, currentPage }, call) =>
      findCategoryPage(call, filters, readAskedPage(currentPage, pageSize)),
    ),
    category: deprecated(
      'Use `categories`.',
      t.field('CategoryTree', { id: 'Int' }, async (_, { id }, call) => {
        const categoryId = id ?? call.services.store.rootCategoryOf(call.scope.storeId);
        const found = (await storefrontCategories(call, [categoryId])).get(categoryId);
        if (!found) throw catalogErrors.noCategory();
        return found;
      }),
    ),
    categoryList: deprecated(
      'Use `categories`.',
      t.field('[CategoryTree]', listArguments, async (_, { filters, pageSize, currentPage }, call) => {
        const { items } = await findCategoryPage(call, filters, readAskedPage(currentPage, pageSize));
        return items;
      }),
    ),
  }),
  [contentTags.categories],
);

/** Queries of storefronts for categories. */
export const categoryQueryDeclarations = [inputs, result, categoryQueries];
