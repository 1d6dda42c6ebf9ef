import type { Call } from '../../kernel/call.ts';
import { allContent } from '../../kernel/content-tags.ts';
import { extendType, objectType, sharedQueries, showing, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { storeConfigFields, type Routable } from '../store/extensions.ts';
import { shownBlocks } from './blocks-shown.ts';
import { showsBreadcrumbs, standardPages, standardRoutes } from './configuration.ts';
import { cmsErrors } from './errors.ts';
import { showContent } from './show-content.ts';
import type { BlockRow, PageRow } from './tables.ts';

/** A page as storefronts see it. */
interface CmsPageSource extends Routable {
  readonly page: PageRow;
}

const values = valueTypes({ CmsBlocks: { items: '[CmsBlock]' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    CmsBlock: BlockRow;
    CmsPage: CmsPageSource;
  }
}

const blockType = objectType('CmsBlock', (t) => ({
  content: t.field('String', ({ content }, _, call) => content && showContent(call, content)),
  identifier: 'String',
  title: 'String',
}));

const pageType = objectType(
  'CmsPage',
  (t) => {
    const column = (name: keyof PageRow) => t.field('String', ({ page }) => page[name]);
    return {
      content: t.field('String', ({ page }, _, call) => showContent(call, page.content ?? '')),
      content_heading: column('content_heading'),
      identifier: column('identifier'),
      meta_description: column('meta_description'),
      meta_keywords: column('meta_keywords'),
      meta_title: column('meta_title'),
      page_layout: column('page_layout'),
      title: column('title'),
      url_key: column('identifier'),
    };
  },
  ['RoutableInterface'],
);

/** Pages by id, active or not, or active ones by identifier. */
const pagesByKey = prepared((db, p: Params<{ stores: readonly number[]; id: number; identifier: string }>) =>
  db
    .selectFrom('cms_page')
    .selectAll()
    .where(inIds('store_id', p.stores))
    .where((eb) =>
      eb.or([eb('page_id', '=', p.id), eb.and([eb('identifier', '=', p.identifier), eb('is_active', '=', 1)])]),
    )
    // The page of the store view goes before that of all.
    .orderBy('store_id', 'desc'),
);

/** The page with an id or an identifier that the store view of the call shows. Throws for an unknown one. */
async function shownPage(
  call: Call,
  id: number | null | undefined,
  identifier: string | null | undefined,
): Promise<PageRow> {
  const [page] = await pagesByKey(call.db, { stores: [0, call.scope.storeId], ...keyOf(id, identifier) });
  if (!page) throw cmsErrors.noPage([id ?? identifier]);
  if (page.is_active !== 1) throw cmsErrors.pageOff();
  return page;
}

function keyOf(id: number | null | undefined, identifier: string | null | undefined) {
  if (id != null) return { id, identifier: '' };
  if (!identifier) throw cmsErrors.pageKey();
  return { id: 0, identifier };
}

/** The blocks with these keys as `shownBlocks` returns them; an error for each unknown key. */
async function requireBlocks(call: Call, keys: readonly string[]): Promise<(BlockRow | Error)[]> {
  const found = await shownBlocks(call, keys);
  return found.map((block, i) => block ?? cmsErrors.noBlock([keys[i]]));
}

const cmsQueries = sharedQueries((t) => ({
  cmsPage: t.field('CmsPage', { id: 'Int', identifier: 'String' }, async (_, { id, identifier }, call) => ({
    typename: 'CmsPage',
    page: await shownPage(call, id, identifier),
  })),
  cmsBlocks: t.field('CmsBlocks', { identifiers: '[String]' }, async (_, { identifiers }, call) => {
    const keys = (identifiers ?? []).flatMap((key) => key || []);
    if (keys.length === 0) throw cmsErrors.blockKeys();
    return { items: await requireBlocks(call, keys) };
  }),
}));

/** The block that the page of a category shows. */
const categoryBlock = extendType('CategoryInterface', (t) => ({
  cms_block: showing(
    allContent,
    t.batch('CmsBlock', async (categories, _, call) => {
      const keys = categories.map(({ values: { landing_page: id } }) => id ?? '');
      const found = await shownBlocks(call, keys);
      return found.map((block) => block ?? null);
    }),
  ),
}));

const settings = storeConfigFields({
  cms_home_page: ['String', standardPages.home],
  cms_no_cookies: ['String', standardPages.noCookies],
  cms_no_route: ['String', standardPages.noRoute],
  front: ['String', standardRoutes.front],
  no_route: ['String', standardRoutes.noRoute],
  show_cms_breadcrumbs: ['Int', showsBreadcrumbs],
});

/** Pages and blocks of the storefront. */
export const cmsGraphql = [values, blockType, pageType, cmsQueries, categoryBlock, settings];
