import { createSign } from 'node:crypto';
import { sendOutgoing } from '../../platform/change-log/outgoing.ts';
import type { Platform } from '../../kernel/platform.ts';
import { parseResponse, type HookOperation } from './hook-response.ts';
import { tokenHeaders } from './credentials.ts';
import type { Hook } from './hooks.ts';

/** Maximum size of a response, in bytes. */
const LARGEST = 1_048_576;
/** Maximum number of cached responses. */
const MAX_CACHED = 1000;

interface CachedResponse {
  readonly operations: readonly HookOperation[];
  /** By the platform's clock, in milliseconds since 1970. */
  readonly until: number;
}

/** Cached responses by request. */
type ResponseCache = Map<string, CachedResponse>;

const caches = new WeakMap<Platform, ResponseCache>();

/**
 * Calls a hook and returns its operations. A response is cached for `ttl` per request. Throws for a missing, late or
 * invalid response.
 */
export async function askHook(
  platform: Platform,
  hook: Hook,
  payload: unknown,
  privateKey: string | undefined,
): Promise<readonly HookOperation[]> {
  if (hook.isSealed) throw new Error('its headers were stored under another key');
  const { config, clock, log } = platform;
  const body = JSON.stringify(payload);
  const headers = Object.fromEntries(hook.headers.map(({ name, value }) => [name, value]));
  const key = JSON.stringify([hook.httpMethod, hook.url, headers, body]);
  const cache = cacheOf(platform);
  const cached = hook.ttl > 0 ? cache.get(key) : undefined;
  if (cached && cached.until > clock.now().getTime()) return cached.operations;
  const start = performance.now();
  const response = await sendOutgoing(config, {
    url: hook.url,
    method: hook.httpMethod,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...headers,
      ...(hook.oauth ? await tokenHeaders(platform, hook.oauth) : {}),
      ...(privateKey === undefined ? {} : { 'x-adobe-commerce-webhook-signature': signatureOf(body, privateKey) }),
    },
    body,
    timeout: timeoutOf(hook),
    largest: LARGEST,
    span: 'hook',
  });
  const took = Math.round(performance.now() - start);
  if (hook.softTimeout > 0 && took > hook.softTimeout) log.warn({ hook: hook.title, took }, 'a hook was slow');
  if (response.status < 200 || response.status > 299) throw new Error(`it answered ${response.status}`);
  const operations = parseResponse(response.body);
  if (hook.ttl > 0) addToCache(cache, key, { operations, until: clock.now().getTime() + hook.ttl * 1000 });
  return operations;
}

/** Without a time of its own a hook has ten seconds. */
function timeoutOf({ timeout }: Hook): number {
  return timeout > 0 ? timeout : 10_000;
}

function cacheOf(platform: Platform): ResponseCache {
  let cache = caches.get(platform);
  if (!cache) caches.set(platform, (cache = new Map()));
  return cache;
}

/** Adds a response; the oldest one is evicted when the cache is full. */
function addToCache(cache: ResponseCache, key: string, response: CachedResponse): void {
  cache.delete(key);
  cache.set(key, response);
  const [oldest] = cache.keys();
  if (oldest !== undefined && cache.size > MAX_CACHED) cache.delete(oldest);
}

/** RSA-SHA256 of the body as Base64, as Base64. Source: the documented verification of the interface's webhooks. */
function signatureOf(body: string, privateKey: string): string {
  return createSign('SHA256').update(Buffer.from(body).toString('base64')).sign(privateKey, 'base64');
}
