import type { ConfigurationReader, Scope } from '../kernel/call.ts';
import { listLimits, type ListLimits } from '../kernel/decode.ts';

/** Longest list of objects in an asynchronous call when limits are on, unless configuration names another. */
const ASYNCHRONOUS_ITEMS = 5000;

/**
 * Longest list of objects that a call may bring: a limit that configuration has to switch on and, for calls that are not
 * asynchronous, to name. The limits of a page's size are the search criteria's own business.
 */
export function maxListItems(
  config: ConfigurationReader,
  { storeId }: Scope,
  asynchronous: boolean,
): number | undefined {
  if (!config.flag('webapi/validation/input_limit_enabled', { storeId })) return undefined;
  const limit = asynchronous
    ? config.number('webapi/validation/asynchronous_array_limit', ASYNCHRONOUS_ITEMS, { storeId })
    : config.number('webapi/validation/complex_array_limit', 0, { storeId });
  return limit > 0 ? limit : undefined;
}

/**
 * Longest lists that any call may bring: `souk/input/list_items` inside of a document, `souk/input/argument_items` as an
 * argument and as a bulk; 0 or less: any.
 */
export function listLimitsOf(config: ConfigurationReader): ListLimits {
  return {
    inside: limitOf(config.number('souk/input/list_items', listLimits.inside)),
    argument: limitOf(config.number('souk/input/argument_items', listLimits.argument)),
  };
}

function limitOf(value: number): number {
  return value > 0 ? value : Infinity;
}
