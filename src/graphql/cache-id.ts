import type { Call } from '../kernel/call.ts';

/** Request headers, beside the query, that decide what is answered. */
export const varies = 'Store, Content-Currency, Authorization, X-Magento-Cache-Id';

/**
 * The `X-Magento-Cache-Id` of an answer: the same for all callers whom the same query answers the same. Caches in front send it with
 * GET requests to keep apart the answers of customers in different groups, for example. It tells nothing by itself.
 */
export async function cacheIdOf(call: Call): Promise<string> {
  const { storeId, currency = '' } = call.scope;
  const facts = await Promise.all(call.contributions.answerFacts.map((fact) => fact(call)));
  return call.services.access.secrets.digest([storeId, currency, ...facts].join('\n'), 'X-Magento-Cache-Id');
}
