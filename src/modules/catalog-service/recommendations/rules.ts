import type { Call } from '../../../kernel/call.ts';
import { elementAt } from '../../../kernel/lists.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import type { LayerFilter } from '../../search/service.ts';
import { shownBySkus, withLinks } from '../views/read.ts';
import { MAX_CANDIDATES, ordersSince } from './popular.ts';
import type { Candidate, RecommendedPage } from './types.ts';

/** The link type of related products. */
const RELATED = 1;
/** Number of products of a category that may fill a unit. */
const MAX_BACKUPS = 50;

/** The products of a page: its own, or those of the cart. */
const productsOf = ({ current, cart }: RecommendedPage): readonly ProductSource[] => (current ? [current] : cart);

/** Related products by the links of the page's products, then products of the same category in the order of positions. */
export async function related(call: Call, page: RecommendedPage): Promise<Candidate[]> {
  const products = productsOf(page);
  const lists = await Promise.all(products.map((source) => withLinks(call, source)));
  const linked = lists.flatMap(({ links = [] }) => links.filter(({ link_type_id }) => link_type_id === RELATED));
  const ids = [...new Set(linked.map(({ linked_product_id: id }) => id))];
  return [
    ...ids.map((id, i) => ({ id, score: ids.length - i })),
    ...(await ofSameCategory(call, products)).map((id) => ({ id, score: 0, isBackup: true })),
  ];
}

/** Products of the deepest category of the first product. */
async function ofSameCategory(call: Call, [product]: readonly ProductSource[]): Promise<readonly number[]> {
  if (!product) return [];
  const places = product.product.category_places.map(({ category_id }) => category_id);
  const categories = [...(await call.services.storefront.categories(call, places)).values()];
  if (categories.length === 0) return [];
  const deepest = elementAt(
    categories.toSorted((a, b) => a.category.level - b.category.level),
    -1,
  );
  const filters = [{ kind: 'equal', code: 'category_id', values: [String(deepest.category.id)] } as const];
  const page = { text: undefined, filters, orders: [], page: 1, pageSize: MAX_BACKUPS };
  return (await call.services.catalogSearch.find(call, page)).ids;
}

/** Products in orders of the page's products. */
export async function boughtTogether(call: Call, page: RecommendedPage): Promise<Candidate[]> {
  const ids = productsOf(page).map(({ product }) => product.id);
  const found = await call.services.sales.orderedWith(call, ids, { since: ordersSince(call), most: MAX_BACKUPS });
  return found.map(({ productId, orders }) => ({ id: productId, score: orders }));
}

/** The products that most orders have. */
export async function mostOrdered(call: Call): Promise<readonly Candidate[]> {
  return await call.services.recommendations.of(call);
}

/** Products that the visitor has seen, the latest first. */
export async function recentlyViewed(call: Call, { viewed }: RecommendedPage): Promise<Candidate[]> {
  const sources = await shownBySkus(call, viewed.slice(0, MAX_BACKUPS));
  return sources.map(({ product }, i) => ({ id: product.id, score: sources.length - i }));
}

/** The candidates that lists of the store view show, in their order; those of a category if there is one. */
export async function listedOf(
  call: Call,
  candidates: readonly Candidate[],
  categoryId: number | undefined,
): Promise<Candidate[]> {
  const byId = new Map(candidates.toReversed().map((one) => [one.id, one]));
  const ids = [...new Set(candidates.map(({ id }) => id))].slice(0, MAX_CANDIDATES);
  if (ids.length === 0) return [];
  const filters: LayerFilter[] = [{ kind: 'equal', code: 'entity_id', values: ids.map(String) }];
  if (categoryId !== undefined) filters.push({ kind: 'equal', code: 'category_id', values: [String(categoryId)] });
  const page = { text: undefined, filters, orders: [], page: 1, pageSize: MAX_CANDIDATES };
  const listed = new Set((await call.services.catalogSearch.find(call, page)).ids);
  return ids.flatMap((id) => (listed.has(id) ? (byId.get(id) ?? []) : []));
}
