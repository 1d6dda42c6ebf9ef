import { decode } from '../../platform/execution/decode.ts';
import type { DecodedInput } from '../../platform/execution/plan.ts';
import { perform, type EncodeResult } from '../../platform/execution/life.ts';
import { collectStreams, hasStream, inChunks } from '../../kernel/encode.ts';
import type { RawArguments } from '../../kernel/arguments.ts';
import { noFields, parseFields } from '../../kernel/fields-filter.ts';
import { allContent } from '../../kernel/content-tags.ts';
import type { IdempotencyKey } from '../../platform/idempotency/key.ts';
import { earlierResult } from '../../platform/idempotency/once.ts';
import { storageHeaders, type StorageHeaders } from '../../platform/page-cache/headers.ts';
import { emptyBody } from './body.ts';
import { bodyOf, keyOf, mergeArguments, queryOf, type Reply, type RestCall } from './exchange.ts';
import { acceptsPrint, notAcceptable, type Format } from './formats.ts';
import { send, sendNotModified, sendStream, serialize } from './respond.ts';
import { etagOf, matchesEtag, type CachedResponse } from './response-cache.ts';
import { areInputLimitsOn } from '../../storage/criteria/criteria.ts';

/**
 * Prepares the response to a synchronous call: from the cache if the route is versioned and nothing has changed, otherwise by
 * its handler.
 */
export async function respondToCall(rest: RestCall): Promise<Reply> {
  const { context, exchange, plan, path, format, call } = rest;
  const { response, id } = exchange;
  const key = cacheKeyOf(rest);
  const cached = key === undefined ? undefined : await currentResponse(rest, key);
  if (cached && format) {
    exchange.watch?.answeredFromCache();
    return () => sendCached(rest, format, cached);
  }
  const { value: body, large } = plan.hasBody ? await bodyOf(rest) : emptyBody;
  if (!format) return respondInPrint(rest);
  const query = queryOf(exchange);
  const received = { path, rest: mergeArguments(body, query), body, large };
  const fields = parseFields(query.fields);
  const idempotencyKey = keyOf(rest);
  if (idempotencyKey) {
    const result = await performOnce({ ...rest, idempotencyKey }, received, encoderOf(rest, fields));
    if (idempotencyKey.isReplayed) response.setHeader('idempotent-replayed', 'true');
    const head = { status: 200, format, requestId: id, storeScope: storeScopeOf(rest) };
    return () => send(response, head, serialize(result, format));
  }
  const input = await decode(rest, received, 'synchronous');
  const version = key === undefined ? undefined : await plan.version?.(input, call);
  const requestedFields = fields === 'malformed' ? noFields : fields;
  const encoded = inChunks(await perform({ ...rest, requestedFields }, input, encoderOf(rest, fields)));
  const head = { status: 200, format, requestId: id, storeScope: storeScopeOf(rest), storage: storageOf(rest) };
  if (hasStream(encoded)) return () => sendStream(response, head, encoded);
  const text = serialize(encoded, format);
  if (key === undefined || version === undefined) return () => send(response, head, text);
  const bytes = Buffer.from(text);
  const cachedResponse = { input, body: bytes, etag: etagOf(bytes) };
  context.responses.set(key, version, cachedResponse);
  return () => sendCached(rest, format, cachedResponse);
}

/** Decodes and performs a call with a key; returns the result of the first request instead, if it is a repetition. */
async function performOnce(
  rest: RestCall & { readonly idempotencyKey: IdempotencyKey },
  received: RawArguments,
  encode: EncodeResult<unknown>,
): Promise<unknown> {
  const { call, idempotencyKey } = rest;
  const earlier = await earlierResult<unknown>(call, idempotencyKey);
  if (earlier) return earlier.result;
  let input: DecodedInput;
  try {
    input = await decode(rest, received, 'synchronous');
  } catch (error) {
    // The first request may have ended meanwhile, and with it the cart, say, that both are about.
    const later = await earlierResult<unknown>(call, idempotencyKey).catch(() => undefined);
    if (later) return later.result;
    throw error;
  }
  return await perform(rest, input, encode);
}

/**
 * Responds to a request whose Accept header names no format: as PDF if the route supports it and the header asks for it.
 * Otherwise throws 406.
 */
async function respondInPrint(rest: RestCall): Promise<Reply> {
  const { exchange, plan, path } = rest;
  const { request, response, id } = exchange;
  const { accept } = request.headers;
  if (!plan.print || !acceptsPrint(accept)) throw notAcceptable(accept);
  const input = await decode(rest, { path, rest: queryOf(exchange) }, 'synchronous');
  const printing = { ...rest, plan: { ...plan, handle: plan.print } };
  const printed = await perform(printing, input, (value) => value as Buffer);
  return () => send(response, { status: 200, format: 'pdf', requestId: id }, printed);
}

/**
 * Key of the cached response; undefined when it must not be cached. Apart from the version, a cached response depends only on
 * its URL; responses that depend on the caller are not cached.
 */
function cacheKeyOf({ platform, exchange, plan, call, format }: RestCall): string | undefined {
  if (!plan.version || plan.force || plan.writes || !format) return undefined;
  // Configured limits affect the response to the same URL, but not its version.
  if (plan.limited && platform.config.of(areInputLimitsOn, call.scope)) return undefined;
  return format + exchange.url.slice(exchange.pathStart);
}

/** The cached response while it is current. */
async function currentResponse({ context, plan, call }: RestCall, key: string): Promise<CachedResponse | undefined> {
  const cached = context.responses.latest(key);
  return cached && (await plan.version?.(cached.value.input, call)) === cached.version ? cached.value : undefined;
}

function sendCached(rest: RestCall, format: Format, { body, etag }: CachedResponse): void {
  const { request, response, id } = rest.exchange;
  const storage = storageOf(rest);
  if (matchesEtag(request.headers['if-none-match'], etag)) sendNotModified(response, id, etag, storage);
  else send(response, { status: 200, format, requestId: id, etag, storage }, body);
}

/** Headers for HTTP caches: for reads that the configuration opens to everybody, by callers without credentials. */
function storageOf({ plan, exchange: { request }, call }: RestCall): StorageHeaders | undefined {
  if (plan.registered.route.openable !== true || call.caller.type !== 'guest') return undefined;
  return request.headers.authorization === undefined ? storageHeaders(call, allContent) : undefined;
}

/** Code of the store view that the call wrote to, `all` for global values; undefined when it wrote none. */
function storeScopeOf({ platform, call: { written } }: RestCall): string | undefined {
  if (written.storeId === undefined) return undefined;
  return written.storeId === 0 ? 'all' : platform.scopes.view(written.storeId)?.code;
}

/** Encodes the fields of a handler's result that `filter` selects. */
function encoderOf({ plan }: RestCall, filter: ReturnType<typeof parseFields>): EncodeResult<unknown> {
  return (value) => {
    if (filter === 'malformed') {
      const whole = plan.encode(value);
      return typeof whole === 'object' && whole !== null ? [] : whole;
    }
    const encoded = plan.encode(inChunks(value), filter);
    // A stream would read from a transaction that has ended.
    return plan.writes && hasStream(encoded) ? collectStreams(encoded) : encoded;
  };
}
