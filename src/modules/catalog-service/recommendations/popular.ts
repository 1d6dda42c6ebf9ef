import type { Call } from '../../../kernel/call.ts';
import { createVersioned } from '../../../kernel/versioned.ts';
import { recommendationSettings } from '../configuration.ts';
import type { Candidate } from './types.ts';

/** Maximum number of products that are counted for a website. */
export const MAX_CANDIDATES = 500;
/** Maximum size of the cache, in bytes: 500 products of each of 100 websites. */
const MAX_BYTES = 2 ** 22;
const CANDIDATE_BYTES = 64;

/** The most ordered products of websites, counted again at intervals: a count reads all orders of the time. */
export interface PopularProducts {
  of(call: Call): Promise<readonly Candidate[]>;
}

/** Creates the cache of a process. */
export function createPopularProducts(): PopularProducts {
  const counted = createVersioned<readonly Candidate[]>(MAX_BYTES, (list) => list.length * CANDIDATE_BYTES);
  return {
    async of(call) {
      const { websiteId } = call.scope;
      const now = call.clock.now();
      const minutes = call.config.of(recommendationSettings.refresh);
      const since = ordersSince(call);
      const slot = minutes > 0 ? `${Math.floor(now.getTime() / 60_000 / minutes)}` : undefined;
      const key = `${websiteId} ${minutes} ${call.config.of(recommendationSettings.days, { websiteId })}`;
      const known = slot === undefined ? undefined : counted.get(key, slot);
      if (known) return known;
      const found = await call.services.sales.mostOrdered(call, { since, most: MAX_CANDIDATES });
      const candidates = found.map(({ productId, orders }) => ({ id: productId, score: orders }));
      if (slot !== undefined) counted.set(key, slot, candidates);
      return candidates;
    },
  };
}

/** The time of the oldest orders that count. */
export function ordersSince(call: Call): Date {
  const { websiteId } = call.scope;
  const age = call.config.of(recommendationSettings.days, { websiteId });
  return new Date(call.clock.now().getTime() - age * 86_400_000);
}
