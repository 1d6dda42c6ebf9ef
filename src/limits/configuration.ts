import { count, type DeclaredConfiguration } from '../kernel/configuration.ts';

/** Configuration of limits for requests and attempts at credentials, by path. */
export const limitsConfiguration: DeclaredConfiguration = {
  'souk/attempts/accounts': { takes: count(1) },
  'souk/attempts/address': { takes: count(1) },
  'souk/attempts/customer': { takes: count(1) },
  'souk/attempts/window': { takes: count(1) },
  'souk/rate_limit/requests': { takes: count(0) },
  'souk/rate_limit/window': { takes: count(1) },
};
