import type { Call } from '../../kernel/call.ts';
import { extendType, objectType, sharedQueries, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds, inTexts } from '../../storage/sql.ts';
import { storeConfigFields, type Routable } from '../store/extensions.ts';
import { cmsErrors } from './errors.ts';
import type { BlockRow, PageRow } from './tables.ts';

/** A page as storefronts see it. */
interface CmsPageSource extends Routable {
  readonly page: PageRow;
}

const values = valueTypes({
  CmsBlock: { content: 'String', identifier: 'String', title: 'String' },
  CmsBlocks: { items: '[CmsBlock]' },
});

declare module '../../kernel/graphql.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    CmsPage: CmsPageSource;
  }
}

const pageType = objectType(
  'CmsPage',
  (t) => {
    const column = (name: keyof PageRow) => t.field('String', ({ page }) => page[name]);
    return {
      content: t.field('String', ({ page }) => page.content ?? ''),
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

const activePages = prepared((db, p: Params<{ stores: readonly number[]; id: number; identifier: string }>) =>
  db
    .selectFrom('cms_page')
    .selectAll()
    .where('is_active', '=', 1)
    .where(inIds('store_id', p.stores))
    .where((eb) => eb.or([eb('page_id', '=', p.id), eb('identifier', '=', p.identifier)]))
    // The page of the store view goes before that of all.
    .orderBy('store_id', 'desc'),
);

/** The page with an id or an identifier that the store view of the call shows. Throws when there is none. */
async function shownPage(
  call: Call,
  id: number | null | undefined,
  identifier: string | null | undefined,
): Promise<PageRow> {
  if (id == null && !identifier) throw cmsErrors.pageKey();
  const key = { id: id ?? 0, identifier: id == null ? identifier! : '' };
  const [page] = await activePages(call.db, { stores: [0, call.scope.storeId], ...key });
  if (!page) throw cmsErrors.noPage([id ?? identifier]);
  return page;
}

const activeBlocks = prepared(
  (db, p: Params<{ stores: readonly number[]; ids: readonly number[]; identifiers: readonly string[] }>) =>
    db
      .selectFrom('cms_block')
      .selectAll()
      .where('is_active', '=', 1)
      .where(inIds('store_id', p.stores))
      .where((eb) => eb.or([inIds('block_id', p.ids), inTexts('identifier', p.identifiers)]))
      .orderBy('store_id'),
);

/** The blocks that the store view of the call shows, in the order of their keys (ids or identifiers); an error where there is none. */
async function shownBlocks(call: Call, keys: readonly string[]): Promise<(BlockRow | Error)[]> {
  const ids = keys.filter((key) => /^\d{1,15}$/.test(key)).map(Number);
  const rows = await activeBlocks(call.db, { stores: [0, call.scope.storeId], ids, identifiers: keys });
  // Later rows replace earlier ones: the block of the store view goes before that of all.
  const byKey = new Map(rows.flatMap((row) => [[String(row.block_id), row] as const, [row.identifier, row] as const]));
  return keys.map((key) => byKey.get(key) ?? cmsErrors.noBlock([key]));
}

const cmsQueries = sharedQueries((t) => ({
  cmsPage: t.field('CmsPage', { id: 'Int', identifier: 'String' }, async (_, { id, identifier }, call) => ({
    typename: 'CmsPage',
    page: await shownPage(call, id, identifier),
  })),
  cmsBlocks: t.field('CmsBlocks', { identifiers: '[String]' }, async (_, { identifiers }, call) => {
    const keys = (identifiers ?? []).filter((key) => key != null && key !== '');
    if (keys.length === 0) throw cmsErrors.blockKeys();
    return { items: await shownBlocks(call, keys as string[]) };
  }),
}));

/** The block that the page of a category shows. */
const categoryBlock = extendType('CategoryInterface', (t) => ({
  cms_block: t.batch('CmsBlock', async (categories, _, call) => {
    const keys = categories.map(({ values: { landing_page: id } }) => id ?? '');
    const found = await shownBlocks(call, keys);
    return found.map((block) => (block instanceof Error ? null : block));
  }),
}));

const settings = storeConfigFields({
  cms_home_page: ['String', 'web/default/cms_home_page'],
  cms_no_cookies: ['String', 'web/default/cms_no_cookies'],
  cms_no_route: ['String', 'web/default/cms_no_route'],
  front: ['String', 'web/default/front'],
  no_route: ['String', 'web/default/no_route'],
  show_cms_breadcrumbs: ['Int', 'web/default/show_cms_breadcrumbs'],
});

/** Pages and blocks of the storefront. */
export const cmsGraphql = [values, pageType, cmsQueries, categoryBlock, settings];
