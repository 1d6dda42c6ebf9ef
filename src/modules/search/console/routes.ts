import type { Call } from '../../../kernel/call.ts';
import { pageSizeOf } from '../../../kernel/page-size.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { boostSetting, redirectSetting, synonymSetting } from '../configuration.ts';
import { linesOf } from '../rules/lines.ts';
import { SearchedTerm, SearchRule } from './types.ts';
import { listTerms } from '../terms/stored.ts';

const terms = { service: 'consoleSearchV1', access: acl('Magento_Search::search') } as const;
const input = { limit: t.optional(t.integer) };

async function read(
  call: Call,
  isEmpty: boolean,
  limit: number | null | undefined,
): Promise<t.Out<typeof SearchedTerm>[]> {
  const views = new Map(call.services.store.views().map((view) => [view.id, view]));
  const rows = await listTerms(call, { isEmpty, most: pageSizeOf(limit, 100, 500) });
  return rows.map(({ term, store_id, searches, results, last_searched_at }) => ({
    term,
    store: views.get(store_id)?.code ?? '',
    store_name: views.get(store_id)?.name ?? '',
    searches,
    results: results ?? undefined,
    last_searched_at,
  }));
}

/** Route of the terms that shoppers searched most. */
export const readPopularTerms = route({
  method: 'GET',
  path: '/_/console/search/terms',
  ...terms,
  operation: 'getTerms',
  summary: 'Lists the terms that shoppers searched, the most searched first.',
  input,
  output: t.array(SearchedTerm),
  handle: ({ limit }, call) => read(call, false, limit),
});

/** Route of the terms whose last search found nothing. */
export const readEmptyTerms = route({
  method: 'GET',
  path: '/_/console/search/empty-terms',
  ...terms,
  operation: 'getEmptyTerms',
  summary: 'Lists the terms whose last search found nothing, the most searched first.',
  input,
  output: t.array(SearchedTerm),
  handle: ({ limit }, call) => read(call, true, limit),
});

const ruleSettings = [
  [synonymSetting, 'synonyms'],
  [redirectSetting, 'redirect'],
  [boostSetting, 'boost'],
] as const;

/** Route of the synonyms, redirects and boosts in force. */
export const readSearchRules = route({
  method: 'GET',
  path: '/_/console/search/rules',
  ...terms,
  operation: 'getRules',
  summary: 'Lists the synonyms, redirects and boosts of each store view.',
  input: {},
  output: t.array(SearchRule),
  handle: (_, { config, services }) =>
    services.store
      .views()
      .filter(({ id }) => id !== 0)
      .flatMap(({ id, code, name }) =>
        ruleSettings.flatMap(([setting, kind]) =>
          linesOf(config.textOf(setting, { storeId: id }) ?? '').map((rule) => ({
            rule,
            kind,
            store: code,
            store_name: name,
            setting: setting.path,
          })),
        ),
      ),
});
