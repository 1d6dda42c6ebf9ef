import type { RoutedEntities } from '../../url-rewrite/extensions.ts';
import { categoryAt, categoryPaths } from '../categories/paths.ts';
import { canonicalTags } from '../configuration.ts';
import { storefrontCategories } from '../graphql/categories.ts';
import { urlSuffix, withoutSuffix } from '../url-suffixes.ts';

/** The pages of categories. */
export const categoryRewrites: RoutedEntities = {
  type: 'CATEGORY',
  target: ['catalog', 'category', 'view', 'id'],
  at(call, path) {
    const urlPath = withoutSuffix(path, urlSuffix(call, 'category', call.scope.storeId));
    return urlPath === undefined ? undefined : categoryAt(call, urlPath);
  },
  async paths(call, ids) {
    const suffix = urlSuffix(call, 'category', call.scope.storeId);
    return new Map([...(await categoryPaths(call, ids))].map(([id, path]) => [id, `${path}${suffix}`]));
  },
  load: async (call, id) => (await storefrontCategories(call, [id])).get(id),
  tellsCanonical: (call) => call.config.of(canonicalTags.category, { storeId: call.scope.storeId }),
};
