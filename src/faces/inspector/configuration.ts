import { bytes, hours, installationSetting, numberFrom, setting, settings } from '../../kernel/settings.ts';

export const mostCalls = setting('souk/calls/most', numberFrom(1), 1000, 'Number of recorded calls that are stored', {
  scope: 'default',
});
export const mostCallText = setting(
  'souk/calls/most_bytes',
  numberFrom(1, 'characters'),
  2 ** 25,
  'Characters of all recorded calls together',
  installationSetting,
);
export const callBodyBytes = setting(
  'souk/calls/body_bytes',
  bytes(0),
  65_536,
  'Length to which each request and response body of a recorded call is stored',
  installationSetting,
);
export const callLifetime = setting('souk/calls/lifetime', hours(1), 24, 'How long recorded calls are stored', {
  scope: 'default',
});

export const mostErrors = setting(
  'souk/errors/most',
  numberFrom(1),
  500,
  'Number of groups of equal errors that are stored',
  { scope: 'default' },
);
export const errorLifetime = setting(
  'souk/errors/lifetime',
  hours(1),
  168,
  'How long a group of equal errors is stored after its last error',
  { scope: 'default' },
);

/** Limits of recorded calls and counted errors. */
export const inspectorConfiguration = settings([
  mostCalls,
  mostCallText,
  callBodyBytes,
  callLifetime,
  mostErrors,
  errorLifetime,
]);
