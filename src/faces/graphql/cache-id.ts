import type { Call } from '../../kernel/call.ts';
import { RecentMap } from '../../storage/recent-map.ts';

/** Request headers that select a response, besides the query. */
export const varies = 'Store, Content-Currency, Authorization, X-Adobe-Company, X-Magento-Cache-Id';

/** Computed ids by their inputs: computing one takes longer than most fields. */
const cachedIds = new WeakMap<object, RecentMap<string>>();
const MOST_IDS = 1000;

/**
 * The `X-Magento-Cache-Id` of a response: equal for all callers who get equal responses to a query. HTTP caches add it to the
 * key of GET requests, to separate customers of different groups, for example. It reveals nothing about the caller.
 */
export async function cacheIdOf(call: Call): Promise<string> {
  const { storeId, currency = '', customerGroup = '' } = call.scope;
  const facts = await Promise.all(call.contributions.responseFacts.map(async (fact) => await fact(call)));
  const { secrets } = call.services.access;
  let ids = cachedIds.get(secrets);
  if (!ids) cachedIds.set(secrets, (ids = new RecentMap(MOST_IDS)));
  const text = [storeId, currency, customerGroup, ...facts].join('\n');
  let id = ids.get(text);
  if (id === undefined) {
    await secrets.ready();
    ids.set(text, (id = secrets.digest(text, 'X-Magento-Cache-Id')));
  }
  return id;
}
