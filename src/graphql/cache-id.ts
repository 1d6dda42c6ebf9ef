import type { Call } from '../kernel/call.ts';
import { RecentMap } from '../storage/recent-map.ts';

/** Request headers, beside the query, that decide what is answered. */
export const varies = 'Store, Content-Currency, Authorization, X-Magento-Cache-Id';

/** Ids that were made, by what they are made of: making one takes longer than most fields. */
const made = new WeakMap<object, RecentMap<string>>();
const MOST_IDS = 1000;

/**
 * The `X-Magento-Cache-Id` of an answer: the same for all callers whom the same query answers the same. Caches in front send it with
 * GET requests to keep apart the answers of customers in different groups, for example. It tells nothing by itself.
 */
export async function cacheIdOf(call: Call): Promise<string> {
  const { storeId, currency = '' } = call.scope;
  const facts = await Promise.all(call.contributions.answerFacts.map((fact) => fact(call)));
  const { secrets } = call.services.access;
  let ids = made.get(secrets);
  if (!ids) made.set(secrets, (ids = new RecentMap(MOST_IDS)));
  const text = [storeId, currency, ...facts].join('\n');
  let id = ids.get(text);
  if (id === undefined) ids.set(text, (id = secrets.digest(text, 'X-Magento-Cache-Id')));
  return id;
}
