import { decode, decodeContext, decodeWithin } from '../../platform/execution/decode.ts';
import { announceInputs } from '../../platform/execution/life.ts';
import { listLimitsOf } from '../../platform/execution/list-limits.ts';
import type { DecodedInput } from '../../platform/execution/plan.ts';
import { compileEncoder, hasStream, inChunks } from '../../kernel/encode.ts';
import type { RawArguments } from '../../kernel/arguments.ts';
import { PlatformError, platformErrors } from '../../kernel/errors.ts';
import { toSnakeCase } from '../../kernel/names.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { takeTurns } from '../../kernel/turns.ts';
import { AsyncResponse } from '../../platform/operation-queue/types.ts';
import { emptyBody } from './body.ts';
import { bodyOf, mergeArguments, queryOf, type Reply, type RestCall, type ReceivedValues } from './exchange.ts';
import type { BodyContent } from './json.ts';
import { bodyFormat, notAcceptable } from './formats.ts';
import { send, sendStream, serialize } from './respond.ts';
import { elementsWithin } from './xml-input.ts';

const encodeAcceptance = compileEncoder(AsyncResponse);

/** Accepts a call for later execution: a single one, or each element of a bulk. If one element is invalid, none is accepted. */
export async function acceptCall(rest: RestCall, kind: 'async' | 'bulk'): Promise<Reply> {
  const { context, exchange, plan, path, call, format } = rest;
  const { request, response, id, address } = exchange;
  const { value: body, large } = kind === 'bulk' || plan.hasBody ? await bodyOf(rest) : emptyBody;
  if (!format) throw notAcceptable(request.headers.accept);
  const inputs =
    kind === 'bulk'
      ? await decodeElements(rest, body, large)
      : [await decode(rest, { path, rest: mergeArguments(body, queryOf(exchange)), body, large }, 'asynchronous')];
  await rest.settle?.();
  await announceInputs(rest, inputs);
  const { caller, scope } = call;
  const accepted = await context.dependencies.accept({ registered: plan.registered, caller, scope, address, inputs });
  const head = { status: 202, format, requestId: id };
  const encoded = encodeAcceptance(inChunks(accepted));
  if (hasStream(encoded)) return () => sendStream(response, head, encoded);
  const text = serialize(encoded, format);
  return () => send(response, head, text);
}

/** Decodes the elements of a bulk. An error names the position of its element, from 0; in JSON, if the body is a list. */
async function decodeElements(rest: RestCall, body: unknown, large: BodyContent['large']): Promise<DecodedInput[]> {
  const inputs: DecodedInput[] = [];
  const turns = takeTurns();
  const context = decodeContext(rest, 'asynchronous');
  const { parameters } = rest.plan.registered;
  const { headers } = rest.exchange.request;
  for (const [index, element] of elementsOf(rest, body).entries()) {
    if (!isRecord(element)) throw platformErrors.bulkElement({ index });
    try {
      const path = elementPath(parameters, element);
      // Parts of a large value are in large objects and lists only.
      const largeParts = large.has(element) ? large : undefined;
      inputs.push(await decodeWithin(context, rest, { path, rest: element, body: element, large: largeParts }));
    } catch (error) {
      const hasPositions = Array.isArray(body) || bodyFormat(headers['content-type']) === 'xml';
      throw error instanceof PlatformError && hasPositions ? error.at(index) : error;
    }
    const turn = turns();
    if (turn) await turn;
  }
  return inputs;
}

/**
 * The path parameters of an element. The path of a bulk names no entity, so each element has the parameters among its members:
 * they count as they would in the path of a synchronous call.
 */
function elementPath(parameters: RegisteredRoute['parameters'], element: ReceivedValues): RawArguments['path'] {
  const path: Record<string, string> = {};
  for (const { name } of parameters) {
    const value = element[name] ?? element[toSnakeCase(name)];
    if (typeof value === 'string' || typeof value === 'number') path[name] = String(value);
  }
  return path;
}

/** The elements of a bulk: the values of its body; in XML, elements of any name. Throws 400 when they exceed the input limits. */
function elementsOf({ platform }: RestCall, body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  const elements = elementsWithin(body);
  const { argument: max } = listLimitsOf(platform.config);
  if (elements.length > max) throw platformErrors.bulkSize({ max });
  return elements;
}

function isRecord(value: unknown): value is ReceivedValues {
  return typeof value === 'object' && value !== null;
}
