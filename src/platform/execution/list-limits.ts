import type { ConfigurationReader, Scope } from '../../kernel/call.ts';
import { listLimits, type ListLimits } from '../../kernel/decode.ts';
import { installationSetting, numberFrom, setting } from '../../kernel/settings.ts';
import { areInputLimitsOn } from '../../storage/criteria/criteria.ts';

export const asynchronousItems = setting(
  'webapi/validation/asynchronous_array_limit',
  numberFrom(0, 'items'),
  5000,
  'Longest list of objects in an asynchronous call where input limits are on; 0: any',
);
export const synchronousItems = setting(
  'webapi/validation/complex_array_limit',
  numberFrom(0, 'items'),
  0,
  'Longest list of objects in other calls where input limits are on; 0: any',
);
export const innerItems = setting(
  'souk/input/list_items',
  numberFrom(0, 'items'),
  listLimits.inside,
  'Longest list inside of a document; 0: any',
  installationSetting,
);
export const argumentItems = setting(
  'souk/input/argument_items',
  numberFrom(0, 'items'),
  listLimits.argument,
  'Longest list that is an argument, and longest bulk; 0: any',
  installationSetting,
);

/**
 * Maximum length of a list of objects in an input: configuration has to enable the limit and, for synchronous calls, to set it.
 * Search criteria limit page sizes themselves.
 */
export function maxListItems(
  config: ConfigurationReader,
  { storeId }: Scope,
  asynchronous: boolean,
): number | undefined {
  if (!config.of(areInputLimitsOn, { storeId })) return undefined;
  const limit = asynchronous ? config.of(asynchronousItems, { storeId }) : config.of(synchronousItems, { storeId });
  return limit > 0 ? limit : undefined;
}

/** Maximum list lengths for every input. */
export function listLimitsOf(config: ConfigurationReader): ListLimits {
  return {
    inside: limitOf(config.of(innerItems)),
    argument: limitOf(config.of(argumentItems)),
  };
}

function limitOf(value: number): number {
  return value > 0 ? value : Infinity;
}
