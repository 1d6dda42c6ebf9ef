import { entitiesOf } from '../audit/entities.ts';
import { isAudited, recordAround, recordEntries } from '../audit/record.ts';
import type { Call } from '../kernel/call.ts';
import { inChunks } from '../kernel/encode.ts';
import { parseFields } from '../kernel/fields-filter.ts';
import { etagOf, matchesEtag, type KeptAnswer } from './answers.ts';
import { noContent } from './body.ts';
import { withDeadline } from './deadline.ts';
import { bodyOf, decodeArguments, merge, queryOf, type Admitted } from './exchange.ts';
import { acceptsPrint, notAcceptable } from './formats.ts';
import { collectStreams, hasStream, send, sendNotModified, sendStream, serialize } from './respond.ts';

/** Answers a synchronous call: from memory where the route is versioned and nothing has changed, else by its handler. */
export async function answerCall(admitted: Admitted): Promise<void> {
  const { service, exchange, plan, format, call } = admitted;
  const { response, id } = exchange;
  const key = keptKey(admitted);
  if (key !== undefined && (await answerKept(admitted, key))) return;
  const { value: body, large } = plan.hasBody ? await bodyOf(admitted) : noContent;
  if (!format) return answerInPrint(admitted);
  const query = queryOf(exchange);
  const input = await decodeArguments(admitted, merge(body, query), false, large);
  const version = key === undefined ? undefined : await plan.version!(input, call);
  for (const watch of admitted.watches) await watch.decoded([input]);
  const encoded = inChunks(await runWatched(admitted, input, query.fields));
  const head = { status: 200, format, requestId: id, storeScope: storeScopeOf(call) };
  if (hasStream(encoded)) {
    await sendStream(response, head, encoded);
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

/** Answers a request that wants no format: in print, where the route has that and it is what is wanted. Throws 406. */
async function answerInPrint(admitted: Admitted): Promise<void> {
  const { exchange, plan, call } = admitted;
  const { request, response, id } = exchange;
  const { accept } = request.headers;
  if (!plan.print || !acceptsPrint(accept)) throw notAcceptable(accept);
  const input = await decodeArguments(admitted, queryOf(exchange), false);
  send(response, { status: 200, format: 'pdf', requestId: id }, await plan.print(input, call));
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

/** Runs the handler and tells those who watch how it ended. */
async function runWatched(admitted: Admitted, input: Record<string, unknown>, fields: unknown): Promise<unknown> {
  const { watches } = admitted;
  let encoded: unknown;
  try {
    encoded = await run(admitted, input, fields);
  } catch (error) {
    for (const watch of watches) await watch.ended(input, error);
    throw error;
  }
  for (const watch of watches) await watch.ended(input, undefined);
  return encoded;
}

/** Runs the handler, for as long as a call may take, in a transaction where the route writes, and encodes what it returns. */
async function run(admitted: Admitted, input: Record<string, unknown>, fields: unknown): Promise<unknown> {
  const { plan, service } = admitted;
  const filter = parseFields(fields);
  const encode = (value: unknown): unknown => {
    if (filter !== 'malformed') return plan.encode(inChunks(value), filter);
    const whole = plan.encode(value);
    return typeof whole === 'object' && whole !== null ? [] : whole;
  };
  return withDeadline(admitted.call, service.platform.settings.callTimeout, async (call) => {
    if (!plan.writes) return encode(await plan.run(input, call));
    return runRecorded(admitted, input, call, async (own) => {
      const value = await plan.run(input, own);
      const encoded = encode(value);
      // A stream would read from a transaction that is over.
      return { value, encoded: hasStream(encoded) ? await collectStreams(encoded) : encoded };
    });
  });
}

/** Runs what writes, in a transaction unless the route opens its own, and records it where that is asked for. */
async function runRecorded(
  { service, exchange, plan, scope }: Admitted,
  input: Record<string, unknown>,
  call: Call,
  write: (own: Call) => Promise<{ value: unknown; encoded: unknown }>,
): Promise<unknown> {
  const { registered } = plan;
  const ownTransaction = registered.route.transaction === false;
  if (!isAudited(call.caller, registered.route, service.platform.config)) {
    return (await (ownTransaction ? write(call) : call.transaction(write))).encoded;
  }
  const entities = ({ value }: { value: unknown }): string => entitiesOf(registered, input, value);
  const entry = {
    caller: call.caller,
    route: registered.route,
    form: 'call',
    storeCode: scope.code,
    entities: '',
    address: exchange.address,
    reference: exchange.id,
  } as const;
  if (ownTransaction) return (await recordAround(call, entry, write, entities)).encoded;
  return call.transaction(async (own) => {
    const written = await write(own);
    await recordEntries(own, [{ ...entry, entities: entities(written) }]);
    return written.encoded;
  });
}
