import type { RawArguments } from '../../kernel/arguments.ts';
import type { DecodeContext } from '../../kernel/decode.ts';
import { listLimitsOf, maxListItems } from './list-limits.ts';
import type { AdmittedRoute } from './life.ts';
import type { DecodedInput } from './plan.ts';

/** The configured limits of lists that apply to an input; `trusted`: only those that apply to every input. */
type InputLimits = 'synchronous' | 'asynchronous' | 'trusted';

/** The context in which the inputs of a call are decoded, with the configured limits of lists. */
export function decodeContext({ platform, plan, call }: AdmittedRoute, limits: InputLimits): DecodeContext {
  const { config, decoding } = platform;
  if (!plan.limited) return decoding;
  return {
    ...decoding,
    lists: listLimitsOf(config),
    maxListItems: limits === 'trusted' ? undefined : maxListItems(config, call.scope, limits === 'asynchronous'),
  };
}

/** Decodes an input by its declared types, and adds the values that the server sets itself. */
export function decode(admitted: AdmittedRoute, raw: RawArguments, limits: InputLimits): Promise<DecodedInput> {
  return decodeWithin(decodeContext(admitted, limits), admitted, raw);
}

/** As `decode`, in a context that is made once for several inputs. */
export async function decodeWithin(
  context: DecodeContext,
  { plan, call }: AdmittedRoute,
  { path, rest: values, body, large }: RawArguments,
): Promise<DecodedInput> {
  const rest = plan.force ? await plan.force(values, call) : values;
  return plan.decode({ path, rest, body, large: plan.limited ? large : undefined }, context);
}
