import { compileEncoder, inChunks } from '../kernel/encode.ts';
import { platformErrors } from '../kernel/errors.ts';
import { takeTurns } from '../kernel/turns.ts';
import { AsyncResponse } from '../operations/types.ts';
import { noContent } from './body.ts';
import { bodyOf, decodeArguments, merge, queryOf, type Admitted, type Values } from './exchange.ts';
import { notAcceptable } from './formats.ts';
import { listLimitsOf } from './limits.ts';
import { hasStream, send, sendStream, serialize } from './respond.ts';

const encodeAcceptance = compileEncoder(AsyncResponse);

/** Accepts a call to be executed later: a single one, or each element of a bulk. Nothing is accepted when one is wrong. */
export async function acceptCall(admitted: Admitted, kind: 'async' | 'bulk'): Promise<void> {
  const { service, exchange, plan, caller, scope, format } = admitted;
  const { request, response, id } = exchange;
  const { value: body, large } = kind === 'bulk' || plan.hasBody ? await bodyOf(admitted) : noContent;
  if (!format) throw notAcceptable(request.headers.accept);
  const inputs = [];
  const turns = takeTurns();
  for (const sent of kind === 'bulk' ? elementsOf(admitted, body) : [merge(body, queryOf(exchange))]) {
    inputs.push(await decodeArguments(admitted, sent, true, large));
    await turns();
  }
  for (const watch of admitted.watches) await watch.decoded(inputs);
  const { registered } = plan;
  const accepted = await service.parts.accept({ registered, caller, scope, address: exchange.address, inputs });
  const head = { status: 202, format, requestId: id };
  const encoded = encodeAcceptance(inChunks(accepted));
  if (hasStream(encoded)) await sendStream(response, head, encoded);
  else send(response, head, serialize(encoded, format));
}

/** The elements of a bulk; what is no object is passed over. */
function elementsOf({ service }: Admitted, body: unknown): Values[] {
  if (typeof body !== 'object' || body === null) return [];
  const elements = Object.values(body).filter((element) => typeof element === 'object' && element !== null) as Values[];
  const { argument: max } = listLimitsOf(service.platform.config);
  if (elements.length > max) throw platformErrors.bulkSize({ max });
  return elements;
}
