import { createSign } from 'node:crypto';
import { sendOutgoing } from '../../platform/change-log/outgoing.ts';
import type { ConfigurationReader } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import { parseResponse, type HookOperation } from './hook-response.ts';
import { tokenHeaders, tokensOf, type HookTokens } from './credentials.ts';
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
  const { clock, log } = platform;
  const body = JSON.stringify(payload);
  const key = JSON.stringify([hook.httpMethod, hook.url, ownHeaders(hook), body]);
  const cache = cacheOf(platform);
  const cached = hook.ttl > 0 ? cache.get(key) : undefined;
  if (cached && cached.until > clock.now().getTime()) return cached.operations;
  const start = performance.now();
  const response = await sendToHook(platform.config, tokensOf(platform), hook, { body, privateKey });
  const took = Math.round(performance.now() - start);
  if (hook.softTimeout > 0 && took > hook.softTimeout) log.warn({ hook: hook.title, took }, 'a hook was slow');
  if (response.status < 200 || response.status > 299) throw new Error(`it answered ${response.status}`);
  const operations = parseResponse(response.body);
  if (hook.ttl > 0) addToCache(cache, key, { operations, until: clock.now().getTime() + hook.ttl * 1000 });
  return operations;
}

/** Headers of requests to all hooks, before their own ones. */
export const plainHeaders = { 'content-type': 'application/json', accept: 'application/json' } as const;

function ownHeaders({ headers }: Hook): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/** The header with the signature of a request body; none without a key. */
export function signatureHeaders(body: string, privateKey: string | undefined): Record<string, string> {
  return privateKey === undefined ? {} : { 'x-adobe-commerce-webhook-signature': signatureOf(body, privateKey) };
}

/** Sends a request to a hook, and returns the response with any status; `tokens`: the known ones. Throws if there is none in time. */
export async function sendToHook(
  config: ConfigurationReader,
  tokens: HookTokens,
  hook: Hook,
  { body, privateKey }: { readonly body: string; readonly privateKey: string | undefined },
) {
  if (hook.isSealed) throw new Error('its headers were stored under another key');
  return sendOutgoing(config, {
    url: hook.url,
    method: hook.httpMethod,
    headers: {
      ...plainHeaders,
      ...ownHeaders(hook),
      ...(hook.oauth ? await tokenHeaders(config, tokens, hook.oauth) : {}),
      ...signatureHeaders(body, privateKey),
    },
    body,
    timeout: timeoutOf(hook),
    largest: LARGEST,
    span: 'hook',
  });
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
