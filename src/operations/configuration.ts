import type { DeclaredConfiguration } from '../kernel/configuration.ts';

/** Configuration of asynchronous and bulk calls, by path. */
export const operationsConfiguration: DeclaredConfiguration = {
  'souk/operations/attempts': null,
  'souk/operations/guest_items': null,
  'souk/operations/guest_open': null,
  'souk/operations/longest_retry_delay': null,
  'souk/operations/most_open': null,
  'souk/operations/recovery_interval': null,
  'souk/operations/retention_interval': null,
  'souk/operations/retry_delay': null,
  'system/bulk/lifetime': null,
};
