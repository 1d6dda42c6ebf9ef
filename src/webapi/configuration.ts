import { count, flag, type DeclaredConfiguration } from '../kernel/configuration.ts';

/** Configuration of the web API, by path. */
export const webapiConfiguration: DeclaredConfiguration = {
  'souk/input/argument_items': null,
  'souk/input/list_items': null,
  'webapi/validation/asynchronous_array_limit': { takes: count(0) },
  'webapi/validation/complex_array_limit': { takes: count(0) },
  'webapi/validation/default_page_size': { takes: count(1) },
  'webapi/validation/input_limit_enabled': { shipped: '0', takes: flag },
  'webapi/validation/maximum_page_size': { takes: count(1) },
};
