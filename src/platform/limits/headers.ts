import type { RateLimit, LimitStanding } from './bucket.ts';

/** Sets headers of the response. */
export interface ResponseHeaders {
  setHeader(name: string, value: string): unknown;
}

/** Names of the headers for rate limits, exposed to pages of other origins. */
export const limitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'] as const;

/** Reports the state of a limit to the client (RateLimit header fields for HTTP, IETF draft); seconds are rounded up. */
export function setLimitHeaders(
  response: ResponseHeaders,
  { limit }: RateLimit,
  { remaining, reset, wait }: LimitStanding,
): void {
  response.setHeader('ratelimit-limit', String(limit));
  response.setHeader('ratelimit-remaining', String(remaining));
  response.setHeader('ratelimit-reset', String(inSeconds(reset)));
  if (wait > 0) response.setHeader('retry-after', String(inSeconds(wait)));
}

/** Whole seconds, rounded up. */
export function inSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
