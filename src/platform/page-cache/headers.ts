import type { Call } from '../../kernel/call.ts';
import type { ContentTag } from '../../kernel/content-tags.ts';
import { shopTimeZone } from '../../kernel/shop-settings.ts';
import { pageCacheSettings } from './configuration.ts';

const DAY = 86_400;

/** Headers of a response that HTTP caches may store. */
export interface StorageHeaders {
  readonly 'cache-control': string;
  readonly 'x-magento-tags': string;
  /** The same tags, for caches that read this header. */
  readonly 'surrogate-key': string;
}

/**
 * The headers of a response to a guest that shows content with these tags; undefined if no HTTP cache is configured. Only for
 * responses that are equal for all guests. Prices and offers begin and end with the day of the store view, and so do the
 * stored responses.
 */
export function storageHeaders(
  { config, clock, scope }: Call,
  tags: readonly ContentTag[],
): StorageHeaders | undefined {
  if (config.of(pageCacheSettings.application) !== 'http') return undefined;
  const lifetime = Math.min(
    config.of(pageCacheSettings.lifetime),
    restOfDay(clock.now(), config.of(shopTimeZone, scope)),
  );
  const atBrowsers = Math.min(config.of(pageCacheSettings.browserLifetime), lifetime);
  return {
    'cache-control': `public, max-age=${atBrowsers}, s-maxage=${lifetime}`,
    'x-magento-tags': tags.join(','),
    'surrogate-key': tags.join(' '),
  };
}

/** The seconds until the end of the day in a time zone; at most those on days on which clocks change. */
function restOfDay(now: Date, timeZone: string): number {
  const rest = DAY - secondOfDay(now, timeZone);
  // On the day on which clocks are put forward, midnight comes sooner.
  const late = secondOfDay(new Date(now.getTime() + rest * 1000), timeZone);
  return late < DAY / 2 ? rest - late : rest;
}

function secondOfDay(moment: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(moment);
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
  return hour * 3600 + minute * 60 + second;
}
