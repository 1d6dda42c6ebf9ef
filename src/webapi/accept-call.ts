import { decode } from '../execution/decode.ts';
import { announceInputs } from '../execution/life.ts';
import { listLimitsOf } from '../execution/list-limits.ts';
import { compileEncoder, hasStream, inChunks } from '../kernel/encode.ts';
import { platformErrors } from '../kernel/errors.ts';
import { takeTurns } from '../kernel/turns.ts';
import { AsyncResponse } from '../operations/types.ts';
import { emptyBody } from './body.ts';
import { bodyOf, mergeArguments, queryOf, type RestCall, type ReceivedValues } from './exchange.ts';
import { notAcceptable } from './formats.ts';
import { send, sendStream, serialize } from './respond.ts';

const encodeAcceptance = compileEncoder(AsyncResponse);

/** Accepts a call that is executed later: a single one, or each element of a bulk. If one element is wrong, none is accepted. */
export async function acceptCall(rest: RestCall, kind: 'async' | 'bulk'): Promise<void> {
  const { context, exchange, plan, path, call, format } = rest;
  const { request, response, id, address } = exchange;
  const { value: body, large } = kind === 'bulk' || plan.hasBody ? await bodyOf(rest) : emptyBody;
  if (!format) throw notAcceptable(request.headers.accept);
  const inputs = [];
  const turns = takeTurns();
  for (const sent of kind === 'bulk' ? elementsOf(rest, body) : [mergeArguments(body, queryOf(exchange))]) {
    inputs.push(await decode(rest, { path, rest: sent, large }, 'asynchronous'));
    await turns();
  }
  await announceInputs(rest, inputs);
  const { caller, scope } = call;
  const accepted = await context.dependencies.accept({ registered: plan.registered, caller, scope, address, inputs });
  const head = { status: 202, format, requestId: id };
  const encoded = encodeAcceptance(inChunks(accepted));
  if (hasStream(encoded)) await sendStream(response, head, encoded);
  else send(response, head, serialize(encoded, format));
}

/** The elements of a bulk; an element that is not an object is skipped. */
function elementsOf({ platform }: RestCall, body: unknown): ReceivedValues[] {
  if (typeof body !== 'object' || body === null) return [];
  const elements = Object.values(body).filter(
    (element) => typeof element === 'object' && element !== null,
  ) as ReceivedValues[];
  const { argument: max } = listLimitsOf(platform.config);
  if (elements.length > max) throw platformErrors.bulkSize({ max });
  return elements;
}
