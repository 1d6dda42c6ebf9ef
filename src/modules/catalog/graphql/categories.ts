import { contentTags } from '../../../kernel/content-tags.ts';
import type { Call } from '../../../kernel/call.ts';
import {
  deprecated,
  extendType,
  interfaceType,
  objectType,
  showing,
  valueTypes,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { loader } from '../../../kernel/loader.ts';
import { baseUrls } from '../../../kernel/shop-settings.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { pathIds, shownValues, type CategoryValues, type StoredCategory } from '../categories/category.ts';
import { findCategories, findChildren } from '../categories/load.ts';
import { isCategorySeen } from '../assortments/assortment.ts';
import { countListed } from '../listing/visible-products.ts';
import { urlSuffix } from '../url-suffixes.ts';
import type { CategorySource } from './types.ts';

const values = valueTypes({
  Breadcrumb: {
    category_id: { type: 'Int', deprecated: 'Use `category_uid`.' },
    category_level: 'Int',
    category_name: 'String',
    category_uid: 'ID!',
    category_url_key: 'String',
    category_url_path: 'String',
  },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    CategoryInterface: CategorySource;
    CategoryTree: CategorySource;
  }
}

/** Reads for the categories of storefronts. */
const reads = { children: false, urlPath: true };

/** A category as storefronts see it. */
export function categorySource(category: StoredCategory): CategorySource {
  return { typename: 'CategoryTree', category, values: shownValues(category) };
}

/** Whether the call's store view shows a category: active, and its root category or below it. */
function isShownCategory(call: Call, { category, values }: CategorySource): boolean {
  const root = call.services.store.rootCategoryOf(call.scope.storeId);
  return values.is_active === '1' && pathIds(category.path).includes(root);
}

/** The categories among these that the call's store view shows, by id; one query. */
export async function storefrontCategories(call: Call, ids: readonly number[]): Promise<Map<number, CategorySource>> {
  if (ids.length === 0) return new Map();
  const isSeen = await isCategorySeen(call);
  const found = await findCategories(call, [...new Set(ids)], call.scope.storeId, reads, isSeen);
  const sources = [...found].map(([id, category]) => [id, categorySource(category)] as const);
  return new Map(sources.filter(([, source]) => isShownCategory(call, source)));
}

/** The active children of a category, in order of their places. Requests of the same tick are read together. */
export const childCategories = loader<CategorySource, CategorySource[]>(async (sources, call) => {
  const ids = sources.map(({ category }) => category.id);
  const found = await findChildren(call, ids, call.scope.storeId, reads, await isCategorySeen(call));
  const active = found.map(categorySource).filter(({ values }) => values.is_active === '1');
  const byParent = Map.groupBy(active, ({ category }) => category.parent_id);
  return ids.map((id) => byParent.get(id) ?? []);
});

/** The categories between the root and each of these, from the top down; null without any. */
async function breadcrumbs(call: Call, sources: readonly CategorySource[]) {
  const above = sources.map(({ category }) => pathIds(category.path).slice(2, -1));
  const found = await storefrontCategories(call, above.flat());
  return above.map((ids) => {
    const crumbs = ids.flatMap((id) => {
      const source = found.get(id);
      return source ? [crumbOf(source)] : [];
    });
    return crumbs.length > 0 ? crumbs : null;
  });
}

function crumbOf({ category, values }: CategorySource) {
  return {
    category_id: category.id,
    category_level: category.level,
    category_name: values.name,
    category_uid: uidOf(category.id),
    category_url_key: values.url_key,
    category_url_path: category.url_path,
  };
}

/** The address of a category's picture. */
function imageOf(call: Call, file: string | undefined): string | null {
  if (!file) return null;
  if (/^https?:/.test(file)) return file;
  const base = call.config.of(baseUrls.unsecure.base, { storeId: call.scope.storeId });
  if (file.startsWith('/')) return `${base.replace(/\/$/, '')}${file}`;
  return `${call.services.store.mediaUrl(call)}catalog/category/${file}`;
}

const categoryInterface = interfaceType(
  'CategoryInterface',
  (t) => {
    const text = (code: string) => t.field('String', ({ values }) => values[code] ?? null);
    const number = (values: CategoryValues, code: string) => (values[code] === undefined ? null : Number(values[code]));
    const integer = (code: string) => t.field('Int', ({ values }) => number(values, code));
    const own = 'Storefronts do not need to know it.';
    return {
      available_sort_by: t.field('[String]', ({ values: { available_sort_by: codes } }) => codes?.split(',')),
      breadcrumbs: t.batch('[Breadcrumb]', (all, _, call) => breadcrumbs(call, all)),
      canonical_url: t.batch('String', async (all, _, call) => {
        const ids = all.map(({ category }) => category.id);
        const found = await call.services.urlRewrite.canonicalUrls(call, 'CATEGORY', ids);
        return ids.map((id) => found.get(id) ?? null);
      }),
      children_count: t.field('String', async (source, _, call) =>
        source.category.children_count === 0 ? '0' : String((await childCategories(call, source)).length),
      ),
      created_at: deprecated(
        own,
        t.field('String', ({ category }) => category.created_at),
      ),
      custom_layout_update_file: text('custom_layout_update_file'),
      default_sort_by: text('default_sort_by'),
      description: text('description'),
      display_mode: t.field('String', ({ values: { display_mode: mode = 'PRODUCTS' } }) => mode),
      filter_price_range: t.field('Float', ({ values }) => number(values, 'filter_price_range')),
      id: deprecated(
        'Use `uid`.',
        t.field('Int', ({ category }) => category.id),
      ),
      image: t.field('String', ({ values: { image } }, _, call) => imageOf(call, image)),
      include_in_menu: integer('include_in_menu'),
      is_anchor: integer('is_anchor'),
      landing_page: integer('landing_page'),
      level: t.field('Int', ({ category }) => category.level),
      meta_description: text('meta_description'),
      meta_keywords: text('meta_keywords'),
      meta_title: text('meta_title'),
      name: text('name'),
      path: t.field('String', ({ category }) => category.path),
      path_in_store: t.field('String', ({ category }) => pathIds(category.path).slice(2).reverse().join(',') || null),
      position: t.field('Int', ({ category }) => category.position),
      product_count: showing(
        [contentTags.products],
        t.batch('Int', async (all, _, call) => {
          const ids = all.map(({ category }) => category.id);
          const found = await countListed(call, ids, { withUnsold: true });
          return ids.map((id) => found.get(id) ?? 0);
        }),
      ),
      uid: t.field('ID!', ({ category }) => uidOf(category.id)),
      updated_at: deprecated(
        own,
        t.field('String', ({ category }) => category.updated_at),
      ),
      url_key: text('url_key'),
      url_path: t.field('String', ({ category }) => category.url_path),
      url_suffix: t.field('String', (_, __, call) => urlSuffix(call, 'category', call.scope.storeId)),
    };
  },
  ({ typename }) => typename,
);

const categoryTreeType = objectType(
  'CategoryTree',
  (t) => ({ children: t.field('[CategoryTree]', (source, _, call) => childCategories(call, source)) }),
  ['CategoryInterface', 'RoutableInterface'],
);

const ofProducts = extendType('ProductInterface', (t) => ({
  categories: t.batch('[CategoryInterface]', async (all, _, call) => {
    const ids = all.map(({ product }) => product.category_places.map((place) => place.category_id));
    const found = await storefrontCategories(call, ids.flat());
    return ids.map((own) => own.flatMap((id) => found.get(id) ?? []));
  }),
}));

/** Categories as storefronts see them. */
export const categoryDeclarations = [values, categoryInterface, categoryTreeType, ofProducts];
