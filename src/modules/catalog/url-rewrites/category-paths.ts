import { prepared, preparedFirst, type Params } from '../../../storage/prepared.ts';
import type { RoutedEntities } from '../../url-rewrite/extensions.ts';
import { categoryAt, categoryPaths } from '../categories/paths.ts';
import { canonicalTags } from '../configuration.ts';
import { storefrontCategories } from '../graphql/categories.ts';
import { urlSuffix, withoutSuffix } from '../url-suffixes.ts';

const lastId = preparedFirst((db) => db.selectFrom('category').select((eb) => eb.fn.max('id').as('id')));
const between = prepared((db, p: Params<{ after: number; last: number }>) =>
  db
    .selectFrom('category')
    .select(['id', 'updated_at'])
    .where('id', '>', p.after)
    .where('id', '<=', p.last)
    .orderBy('id'),
);

/** The pages of categories. */
export const categoryRewrites: RoutedEntities = {
  type: 'CATEGORY',
  target: ['catalog', 'category', 'view', 'id'],
  at(call, path) {
    const urlPath = withoutSuffix(path, urlSuffix(call, 'category', call.scope.storeId));
    return urlPath === undefined ? undefined : categoryAt(call, urlPath);
  },
  lastId: async (call) => (await lastId(call.db, {}))?.id ?? 0,
  listed: async (call, after, last) =>
    (await between(call.db, { after, last })).map(({ id, updated_at }) => ({ id, changedAt: updated_at })),
  async paths(call, ids) {
    const suffix = urlSuffix(call, 'category', call.scope.storeId);
    return new Map([...(await categoryPaths(call, ids))].map(([id, path]) => [id, `${path}${suffix}`]));
  },
  load: async (call, id) => (await storefrontCategories(call, [id])).get(id),
  tellsCanonical: (call) => call.config.of(canonicalTags.category, { storeId: call.scope.storeId }),
};
