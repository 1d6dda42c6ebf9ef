import { count, type DeclaredConfiguration } from '../kernel/configuration.ts';

/** Configuration of asynchronous and bulk calls, by path. */
export const operationsConfiguration: DeclaredConfiguration = {
  'souk/operations/attempts': null,
  'souk/operations/guest_items': null,
  'souk/operations/guest_open': null,
  'souk/operations/kept_arguments': null,
  'souk/operations/longest_retry_delay': null,
  'souk/operations/most_open': null,
  // Rows of a partition that is made from now on (PostgreSQL); unless set, what its table declares.
  'souk/operations/partition_rows': { takes: count(1) },
  'souk/operations/recovery_interval': null,
  'souk/operations/retention_interval': null,
  'souk/operations/retry_delay': null,
  'system/bulk/lifetime': null,
};
