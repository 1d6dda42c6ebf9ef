import type { Caller, ConfigurationReader } from '../../kernel/call.ts';
import { addressKey } from './address.ts';
import { spend, standingOf, type RateLimit } from './bucket.ts';
import { limitErrors } from './errors.ts';
import { inSeconds, setLimitHeaders, type ResponseHeaders } from './headers.ts';
import { requestLimit, requestWindow } from './configuration.ts';

/** Requests that a process has counted since its last report: key and number. */
export type CountedRequests = readonly (readonly [key: string, count: number])[];

/** Limits the requests of each caller. */
export interface RequestLimiter {
  /** Counts a request and reports the remaining ones to the client; throws 429 above the limit. Does nothing while off. */
  count(caller: Caller, address: string, response: ResponseHeaders): void;
  /** Adds the requests counted by another process of the machine. */
  add(spent: CountedRequests): void;
  /** Returns the requests that this process has counted since the last call. */
  take(): CountedRequests;
}

/** Maximum number of keys; the oldest are evicted, so that a flood of addresses cannot fill the memory. */
const MOST_KEYS = 100_000;

/**
 * Makes the limiter of a process: `requestLimit` calls in a `requestWindow`, for each account or, without one, each
 * address. Stored in memory; the processes of one machine exchange their counts.
 */
export function createRequestLimiter(
  config: ConfigurationReader,
  now: () => number = Date.now,
  rateOf: (config: ConfigurationReader) => RateLimit | undefined = requestRate,
): RequestLimiter {
  const buckets = new Map<string, number>();
  let unreported = new Map<string, number>();
  const put = (key: string, full: number): void => {
    // Moves the key to the end of the map, as most recently used.
    buckets.delete(key);
    buckets.set(key, full);
    if (buckets.size <= MOST_KEYS) return;
    const [oldest] = buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
  };
  return {
    count(caller, address, response) {
      const rate = rateOf(config);
      if (!rate) return;
      const key = caller.type === 'guest' ? addressKey(address) : `${caller.type} ${caller.id}`;
      const moment = now();
      const full = buckets.get(key) ?? 0;
      const before = standingOf(rate, full, moment, 1);
      if (before.wait > 0) {
        setLimitHeaders(response, rate, before);
        throw limitErrors.requests([inSeconds(before.wait)]);
      }
      const after = spend(rate, full, moment, 1);
      put(key, after);
      unreported.set(key, (unreported.get(key) ?? 0) + 1);
      setLimitHeaders(response, rate, standingOf(rate, after, moment, 0));
    },
    add(spent) {
      const rate = rateOf(config);
      if (!rate) return;
      for (const [key, count] of spent) put(key, spend(rate, buckets.get(key) ?? 0, now(), count));
    },
    take() {
      if (unreported.size === 0) return [];
      const reported = [...unreported];
      unreported = new Map();
      return reported;
    },
  };
}

function requestRate(config: ConfigurationReader): RateLimit | undefined {
  const limit = config.of(requestLimit);
  return limit === 0 ? undefined : { limit, window: 1000 * config.of(requestWindow) };
}
