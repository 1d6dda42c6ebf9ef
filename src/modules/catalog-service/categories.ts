import type { Call } from '../../kernel/call.ts';
import {
  inputTypes,
  interfaceType,
  objectType,
  sharedQueries,
  type GraphQLTypes,
  type InputTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import type { CategorySource } from '../catalog/graphql/types.ts';
import { catalogServiceErrors } from './errors.ts';

/** A category in the views of the catalogue service. */
export interface CategoryViewSource {
  readonly source: CategorySource;
  /** The number of its products in a result; undefined: of all that it lists. */
  readonly count?: number;
}

const inputs = inputTypes({ Subtree: { depth: 'Int!', startLevel: 'Int!' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends InputTypesOf<typeof inputs> {
    CategoryView: CategoryViewSource;
    CategoryViewInterface: CategoryViewSource;
  }
}

/** Maximum depth of a subtree. Each level is a query. */
const MAX_DEPTH = 20;
/** Maximum number of categories by id. */
const MAX_IDS = 500;

const listed = loader<number, number>(async (ids, call) => {
  const counts = await call.services.listing.countListed(call, ids);
  return ids.map((id) => counts.get(id) ?? 0);
});

/** The roles of a category; inactive ones are not visible at all. */
function rolesOf({ source: { values } }: CategoryViewSource): string[] {
  return values.include_in_menu === '0' ? ['active'] : ['active', 'show_in_menu'];
}

const viewInterface = interfaceType(
  'CategoryViewInterface',
  (t) => ({
    availableSortBy: t.field('[String]', ({ source: { values } }) => values.available_sort_by?.split(',')),
    defaultSortBy: t.field('String', ({ source: { values } }) => values.default_sort_by),
    id: t.field('ID!', ({ source: { category } }) => String(category.id)),
    level: t.field('Int', ({ source: { category } }) => category.level),
    name: t.field('String', ({ source: { values } }) => values.name),
    path: t.field('String', ({ source: { category } }) => category.path),
    roles: t.field('[String!]!', rolesOf),
    urlKey: t.field('String', ({ source: { values } }) => values.url_key),
    urlPath: t.field('String', ({ source: { category } }) => category.url_path),
  }),
  () => 'CategoryView',
);
const view = objectType(
  'CategoryView',
  (t) => ({
    children: t.field('[String!]', async ({ source }, _, call) =>
      (await call.services.storefront.childCategories(call, source)).map(({ category }) => String(category.id)),
    ),
    count: t.field('Int!', ({ source, count }, _, call) => count ?? listed(call, source.category.id)),
    parentId: t.field('String!', ({ source: { category } }) => String(category.parent_id)),
    position: t.field('Int', ({ source: { category } }) => category.position),
    title: t.field('String!', ({ source: { category, values } }) => category.url_path ?? values.name ?? ''),
  }),
  ['Bucket', 'CategoryViewInterface'],
);

/** The categories below one, as far as they begin at a level and are not deeper than some levels; a query for each level. */
async function below(
  call: Call,
  top: CategorySource,
  { depth, startLevel }: GraphQLTypes['Subtree'],
): Promise<CategorySource[]> {
  const { storefront } = call.services;
  const found: CategorySource[] = [];
  let level: readonly CategorySource[] = [top];
  for (let i = 0; i < depth && level.length > 0; i++) {
    level = (await Promise.all(level.map((source) => storefront.childCategories(call, source)))).flat();
    found.push(...level.filter(({ category }) => category.level >= startLevel));
  }
  return found;
}

async function find(
  call: Call,
  ids: readonly string[] | null | undefined,
  subtree: GraphQLTypes['Subtree'] | null | undefined,
): Promise<CategorySource[]> {
  const { storefront, store } = call.services;
  if ((ids?.length ?? 0) > MAX_IDS) throw catalogServiceErrors.tooMany(['categories', MAX_IDS]);
  const requested = ids
    ? ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number)
    : [store.rootCategoryOf(call.scope.storeId)];
  const categories = await storefront.categories(call, requested);
  const found = [...new Set(requested)].flatMap((id) => categories.get(id) ?? []);
  if (!subtree) return found;
  const isValid = subtree.depth >= 1 && subtree.depth <= MAX_DEPTH && subtree.startLevel >= 1;
  if (!isValid || (ids && ids.length !== 1)) throw catalogServiceErrors.subtree([MAX_DEPTH]);
  const [top] = found;
  return top ? await below(call, top, subtree) : [];
}

const queries = sharedQueries((t) => ({
  categories: t.field(
    '[CategoryView]',
    { ids: '[String!]', roles: '[String!]', subtree: 'Subtree' },
    async (_, { ids, roles, subtree }, call) => {
      const found = (await find(call, ids, subtree)).map((source) => ({ source }));
      return found.filter((one) => (roles ?? []).every((role) => rolesOf(one).includes(role)));
    },
  ),
}));

/** Categories of the catalogue service. */
export const categoryViewDeclarations = [inputs, viewInterface, view, queries];
