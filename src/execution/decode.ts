import type { RawArguments } from '../kernel/arguments.ts';
import { listLimitsOf, maxListItems } from './list-limits.ts';
import type { AdmittedRoute } from './life.ts';
import type { DecodedInput } from './plan.ts';

/** Which limits of its lists configuration sets for what a door takes in; `trusted`: none but those that hold for everybody. */
type InputLimits = 'synchronous' | 'asynchronous' | 'trusted';

/** Decodes what was sent against the declared types, with what the server puts in by itself. */
export async function decode(
  { platform, plan, call }: AdmittedRoute,
  { path, rest: sent, body, large }: RawArguments,
  limits: InputLimits,
): Promise<DecodedInput> {
  const rest = plan.force ? await plan.force(sent, call) : sent;
  const { config, decoding } = platform;
  if (!plan.limited) return plan.decode({ path, rest, body }, decoding);
  const context = {
    ...decoding,
    lists: listLimitsOf(config),
    maxListItems: limits === 'trusted' ? undefined : maxListItems(config, call.scope, limits === 'asynchronous'),
  };
  return plan.decode({ path, rest, body, large }, context);
}
