import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Setting } from '../../kernel/settings.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { fold, inIds } from '../../storage/sql.ts';
import type { RoutedEntities } from '../url-rewrite/extensions.ts';
import { standardPages } from './configuration.ts';
import type { PageRow } from './tables.ts';

/** The identifier of a standard page; blanks and ids behind it are of older settings. */
function identifierIn(call: Call, page: Setting<string>): string {
  const identifier = call.config.of(page, { storeId: call.scope.storeId });
  return identifier.replace(/\|.*$/s, '').trim().toLowerCase();
}

const pageById = preparedFirst((db, p: Params<{ id: number }>) =>
  db.selectFrom('cms_page').selectAll().where('page_id', '=', p.id),
);

const activeByIds = prepared((db, p: Params<{ ids: readonly number[]; stores: readonly number[] }>) =>
  db
    .selectFrom('cms_page')
    .select(['page_id', 'identifier'])
    .where(inIds('page_id', p.ids))
    .where(inIds('store_id', p.stores))
    .where('is_active', '=', 1),
);

const lastId = preparedFirst((db) => db.selectFrom('cms_page').select((eb) => eb.fn.max('page_id').as('id')));
const activeBetween = prepared((db, p: Params<{ after: number; last: number; stores: readonly number[] }>) =>
  db
    .selectFrom('cms_page')
    .select(['page_id', 'identifier', 'update_time'])
    .where('page_id', '>', p.after)
    .where('page_id', '<=', p.last)
    .where(inIds('store_id', p.stores))
    .where('is_active', '=', 1)
    .orderBy('page_id'),
);

/** Active pages, without the start page, which has the empty path, and those for missing addresses and cookies. */
const listed: RoutedEntities['listed'] = async (call, after, last) => {
  const rows = await activeBetween(call.db, { after, last, stores: [0, call.scope.storeId] });
  const apart = new Set(Object.values(standardPages).map((page) => identifierIn(call, page)));
  return rows
    .filter(({ identifier }) => !apart.has(identifier.toLowerCase()))
    .map(({ page_id, update_time }) => ({ id: page_id, changedAt: update_time }));
};

/** The pages of content. */
export const pageRewrites: RoutedEntities = {
  type: 'CMS_PAGE',
  target: ['cms', 'page', 'view', 'page_id'],
  at(call, path) {
    const identifier = path === '' ? identifierIn(call, standardPages.home) : path;
    // The page of the store view goes before that of all.
    return sql`select page_id as id from (select page_id from cms_page
      where ${fold('identifier')} = ${identifier} and is_active = 1 and store_id in (0, ${call.scope.storeId})
      order by store_id desc limit 1) first`;
  },
  lastId: async (call) => (await lastId(call.db, {}))?.id ?? 0,
  listed,
  async paths(call, ids) {
    const rows = await activeByIds(call.db, { ids, stores: [0, call.scope.storeId] });
    return new Map(rows.map(({ page_id, identifier }) => [page_id, identifier]));
  },
  tellsCanonical: () => true,
  async load(call, id) {
    const page = await pageById(call.db, { id });
    return page && { typename: 'CmsPage', page };
  },
};

/** Has the path that a page had before a change lead to its new one. */
export async function rememberIdentifier(call: Call, before: PageRow, after: PageRow): Promise<void> {
  if (before.identifier === after.identifier) return;
  const { store, urlRewrite } = call.services;
  const views = store.views().filter(({ id }) => id !== 0 && (before.store_id === 0 || id === before.store_id));
  await urlRewrite.remember(
    call,
    'CMS_PAGE',
    views
      .filter(({ id }) => urlRewrite.keepsHistory(call, undefined, id))
      .map(({ id: storeId }) => ({ storeId, id: after.page_id, path: before.identifier })),
  );
}
