import type { RawArguments } from '../../kernel/arguments.ts';
import { listLimitsOf, maxListItems } from './list-limits.ts';
import type { AdmittedRoute } from './life.ts';
import type { DecodedInput } from './plan.ts';

/** The configured limits of lists that apply to an input; `trusted`: only those that apply to every input. */
type InputLimits = 'synchronous' | 'asynchronous' | 'trusted';

/** Decodes an input by its declared types, and adds the values that the server sets itself. */
export async function decode(
  { platform, plan, call }: AdmittedRoute,
  { path, rest: values, body, large }: RawArguments,
  limits: InputLimits,
): Promise<DecodedInput> {
  const rest = plan.force ? await plan.force(values, call) : values;
  const { config, decoding } = platform;
  if (!plan.limited) return plan.decode({ path, rest, body }, decoding);
  const context = {
    ...decoding,
    lists: listLimitsOf(config),
    maxListItems: limits === 'trusted' ? undefined : maxListItems(config, call.scope, limits === 'asynchronous'),
  };
  return plan.decode({ path, rest, body, large }, context);
}
