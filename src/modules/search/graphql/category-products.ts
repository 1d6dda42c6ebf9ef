import { allContent } from '../../../kernel/content-tags.ts';
import type { Call } from '../../../kernel/call.ts';
import { extendType, objectType, showing } from '../../../kernel/graphql.ts';
import { pageInfo, readAskedPage, requireReached, type AskedPage } from '../../../storage/criteria/pages.ts';
import { sortedByLabels } from '../layers/sorting.ts';
import { readSentOrders } from './inputs.ts';

/** A page of the products that a category lists. */
interface CategoryPage {
  readonly page: AskedPage;
  readonly ids: readonly number[];
  readonly total: number;
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    CategoryProducts: CategoryPage;
  }
}

const categoryProducts = objectType('CategoryProducts', (t) => ({
  items: t.batch('[ProductInterface]', async (pages, _, call) => {
    const found = await call.services.storefront.products(call, [...new Set(pages.flatMap(({ ids }) => ids))]);
    return pages.map(({ ids }) => ids.flatMap((id) => found.get(id) ?? []));
  }),
  page_info: t.field('SearchResultPageInfo', ({ page: requestedPage, total }) =>
    pageInfo(requestedPage, () => Promise.resolve(total)),
  ),
  total_count: t.field('Int', ({ total }) => total),
}));

const listed = extendType('CategoryInterface', (t) => ({
  products: showing(
    allContent,
    t.batch(
      'CategoryProducts',
      { pageSize: 'Int = 20', currentPage: 'Int = 1', sort: 'ProductAttributeSortInput' },
      async (categories, { pageSize, currentPage, sort }, call) => {
        const page = readAskedPage(currentPage, pageSize);
        const ids = categories.map(({ category }) => category.id);
        return await pagesOf(call, ids, page, readSentOrders(sort));
      },
    ),
  ),
}));

/** A page of each category, or the error of one that has no such page; two queries. */
async function pagesOf(
  call: Call,
  categoryIds: readonly number[],
  requestedPage: AskedPage,
  input: ReturnType<typeof readSentOrders>,
): Promise<(CategoryPage | Error)[]> {
  const { listing } = call.services;
  const chosen = input.filter(({ field }) => field !== 'relevance');
  const orders = chosen.length > 0 ? chosen : [{ field: 'position', direction: 'ASC' } as const];
  const fields = await sortedByLabels(call, orders);
  const pages = await listing.listedInCategories(call, categoryIds, { ...requestedPage, orders, fields });
  const totals = await listing.countListed(call, categoryIds);
  return await Promise.all(
    categoryIds.map(async (id) => {
      const page = { page: requestedPage, ids: pages.get(id) ?? [], total: totals.get(id) ?? 0 };
      try {
        await requireReached(requestedPage, page.ids.length, () => Promise.resolve(page.total));
        return page;
      } catch (error) {
        if (error instanceof Error) return error;
        throw error;
      }
    }),
  );
}

/** The products that categories list. */
export const categoryProductDeclarations = [categoryProducts, listed];
