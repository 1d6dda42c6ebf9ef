import type { Call } from '../kernel/call.ts';
import { parseFields } from '../kernel/fields-filter.ts';
import { etagOf, matchesEtag, type KeptAnswer } from './answers.ts';
import { readBody } from './body.ts';
import { decodeArguments, merge, queryOf, type Admitted } from './exchange.ts';
import { notAcceptable } from './formats.ts';
import { collectStreams, hasStream, send, sendNotModified, sendStream, serialize } from './respond.ts';

/** Answers a synchronous call: from memory where the route is versioned and nothing has changed, else by its handler. */
export async function answerCall(admitted: Admitted): Promise<void> {
  const { service, exchange, plan, format, call } = admitted;
  const { request, response, id } = exchange;
  const key = keptKey(admitted);
  if (key !== undefined && (await answerKept(admitted, key))) return;
  const body = plan.hasBody ? await readBody(request, service.body) : undefined;
  if (!format) throw notAcceptable(request.headers.accept);
  const query = queryOf(exchange);
  const input = await decodeArguments(admitted, merge(body, query), false);
  const version = key === undefined ? undefined : await plan.version!(input, call);
  const encoded = await run(admitted, input, query.fields);
  const head = { status: 200, format, requestId: id, storeScope: storeScopeOf(call) };
  if (hasStream(encoded)) {
    if (format === 'json') await sendStream(response, head, encoded);
    else send(response, head, serialize(await collectStreams(encoded), format));
    return;
  }
  const text = serialize(encoded, format);
  if (key === undefined || version === undefined) {
    send(response, head, text);
    return;
  }
  const bytes = Buffer.from(text);
  const kept = { input, version, body: bytes, etag: etagOf(bytes) };
  service.kept.set(key, kept);
  sendKept(admitted, kept);
}

/**
 * Key of the answer among those that are kept; undefined when it cannot be. The URL has everything that an answer depends on
 * besides its version; what depends on the caller is not kept.
 */
function keptKey({ service, exchange, plan, format, scope }: Admitted): string | undefined {
  if (!plan.version || plan.force || plan.writes || !format) return undefined;
  // Limits change what the same arguments mean.
  if (plan.limited && service.platform.config.flag('webapi/validation/input_limit_enabled', scope)) return undefined;
  return format + exchange.url.slice(exchange.pathStart);
}

async function answerKept(admitted: Admitted, key: string): Promise<boolean> {
  const { service, plan, call } = admitted;
  const kept = service.kept.get(key);
  if (!kept || (await plan.version!(kept.input, call)) !== kept.version) return false;
  sendKept(admitted, kept);
  return true;
}

function sendKept({ exchange, format }: Admitted, { body, etag }: KeptAnswer): void {
  const { request, response, id } = exchange;
  if (matchesEtag(request.headers['if-none-match'], etag)) sendNotModified(response, id, etag);
  else send(response, { status: 200, format: format!, requestId: id, etag }, body);
}

/** Code of the store view that the call wrote to, `all` for global values; undefined when it wrote none. */
function storeScopeOf({ written, services }: Call): string | undefined {
  if (written.storeId === undefined) return undefined;
  return written.storeId === 0 ? 'all' : services.store.view(written.storeId)?.code;
}

/** Runs the handler, in a transaction where the route writes, and encodes what it returns. */
async function run({ plan, call }: Admitted, input: Record<string, unknown>, fields: unknown): Promise<unknown> {
  const filter = parseFields(fields);
  const encode = (value: unknown): unknown => {
    if (filter !== 'malformed') return plan.encode(value, filter);
    const whole = plan.encode(value);
    return typeof whole === 'object' && whole !== null ? [] : whole;
  };
  if (!plan.writes) return encode(await plan.run(input, call));
  const write = async (own: Call): Promise<unknown> => {
    const encoded = encode(await plan.run(input, own));
    // A stream would read from a transaction that is over.
    return hasStream(encoded) ? collectStreams(encoded) : encoded;
  };
  return plan.registered.route.transaction === false ? write(call) : call.transaction(write);
}
