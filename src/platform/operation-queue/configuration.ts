import { cleanUpInterval } from '../../kernel/repeating.ts';
import {
  days,
  installationSetting,
  milliseconds,
  numberFrom,
  seconds,
  setting,
  settings,
} from '../../kernel/settings.ts';
import { partitionRows } from '../../storage/partitions.ts';

/** When operations that have failed temporarily are tried again. */
export const retrySettings = {
  attempts: setting(
    'souk/operations/attempts',
    numberFrom(1),
    6,
    'How often an operation is tried that fails temporarily',
    installationSetting,
  ),
  delay: setting(
    'souk/operations/retry_delay',
    milliseconds(0),
    250,
    'Delay before the second attempt, doubled for each further one',
    installationSetting,
  ),
  longestDelay: setting(
    'souk/operations/longest_retry_delay',
    milliseconds(0),
    60_000,
    'Longest delay between two attempts',
    installationSetting,
  ),
};
export const guestItems = setting(
  'souk/operations/guest_items',
  numberFrom(0),
  100,
  'Items that a bulk without an access token may have; 0: any number',
  installationSetting,
);
export const guestOpen = setting(
  'souk/operations/guest_open',
  numberFrom(0),
  1000,
  'Open operations of one address without an access token; 0: any number',
  installationSetting,
);
export const mostOpen = setting(
  'souk/operations/most_open',
  numberFrom(0),
  1_000_000,
  'Open operations at which no more are accepted; 0: no limit',
  installationSetting,
);
export const storedArguments = setting(
  'souk/operations/kept_arguments',
  numberFrom(0, 'characters'),
  65_536,
  'Length of JSON up to which the arguments of complete operations are stored',
  installationSetting,
);
export const republishInterval = setting(
  'souk/operations/recovery_interval',
  seconds(0.01),
  30,
  'Time after which an operation without a message is published again',
  installationSetting,
);
export const bulkLifetime = setting(
  'system/bulk/lifetime',
  days(0),
  60,
  'How long a finished bulk is stored; 0: for ever',
  installationSetting,
);

/** Configuration of asynchronous and bulk calls. */
export const operationsConfiguration = settings([
  ...Object.values(retrySettings),
  guestItems,
  guestOpen,
  storedArguments,
  mostOpen,
  partitionRows,
  republishInterval,
  cleanUpInterval,
  bulkLifetime,
]);
