import type { Call } from '../../kernel/call.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { storeConfig } from './configs.ts';
import { StoreConfig, StoreGroup, StoreView, Website } from './types.ts';

const access = acl('Magento_Backend::store');

/** These responses change only with the stores and the settings. */
const version = async (_input: unknown, call: Call): Promise<string> =>
  `${call.services.store.cache.generation}.${call.services.configuration.cache.generation}`;

export const getWebsites = route({
  method: 'GET',
  path: '/V1/store/websites',
  service: 'storeWebsiteRepositoryV1',
  operation: 'getList',
  summary: 'List all websites, the admin website first.',
  access,
  openable: true,
  input: {},
  output: t.array(Website),
  version,
  handle: (_, call) => [...call.services.store.websites()],
});

export const getStoreGroups = route({
  method: 'GET',
  path: '/V1/store/storeGroups',
  service: 'storeGroupRepositoryV1',
  operation: 'getList',
  summary: 'List all stores with their root categories, the admin store first.',
  access,
  openable: true,
  input: {},
  output: t.array(StoreGroup),
  version,
  handle: (_, call) => [...call.services.store.groups()],
});

export const getStoreViews = route({
  method: 'GET',
  path: '/V1/store/storeViews',
  service: 'storeStoreRepositoryV1',
  operation: 'getList',
  summary: 'List all store views, the default view first.',
  access,
  openable: true,
  input: {},
  output: t.array(StoreView),
  version,
  handle: (_, call) => {
    const first = call.services.store.defaultStoreView();
    return [first, ...call.services.store.views().filter((view) => view !== first)];
  },
});

export const getStoreConfigs = route({
  method: 'GET',
  path: '/V1/store/storeConfigs',
  service: 'storeStoreConfigManagerV1',
  operation: 'getStoreConfigs',
  summary: 'Give locale, currencies, units and base URLs of all store views or of those listed, by name.',
  access,
  openable: true,
  input: { storeCodes: t.optional(t.array(t.string)) },
  output: t.array(StoreConfig),
  version,
  handle: ({ storeCodes }, call) => {
    const views = call.services.store.views().filter((view) => view.id !== 0);
    // As in the interface, codes compare without case here, though they do not in a path.
    const codes = new Set(storeCodes?.map((code) => code.toLowerCase()));
    return views
      .filter((view) => codes.size === 0 || codes.has(view.code.toLowerCase()))
      .sort((a, b) => compareNames(a.name, b.name) || a.id - b.id)
      .map((view) => storeConfig(call, view));
  },
});

/** Order of names without regard to case. */
function compareNames(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : Number(left > right);
}
