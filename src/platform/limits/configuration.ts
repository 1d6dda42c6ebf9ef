import { installationSetting, numberFrom, seconds, setting, settings } from '../../kernel/settings.ts';

/** Limits of attempts within `attemptWindow`, by kind of attempt. */
export const attemptLimits = {
  accounts: setting(
    'souk/attempts/accounts',
    numberFrom(1),
    300,
    'Accounts that guests and customers may try to create from one address',
    installationSetting,
  ),
  address: setting(
    'souk/attempts/address',
    numberFrom(1),
    300,
    'Failed sign-ins and password changes, and requests for reset emails, from one address',
    installationSetting,
  ),
  customer: setting(
    'souk/attempts/customer',
    numberFrom(1),
    30,
    'Attempts of one signed-in customer at the own password, and changes of it',
    installationSetting,
  ),
};
export const attemptWindow = setting(
  'souk/attempts/window',
  seconds(1),
  600,
  'Window in which attempts are counted',
  installationSetting,
);
export const requestLimit = setting(
  'souk/rate_limit/requests',
  numberFrom(0),
  0,
  'Calls of one account, or of guests of one address, in a window; 0: no limit',
  installationSetting,
);
export const requestWindow = setting(
  'souk/rate_limit/window',
  seconds(1),
  60,
  'Window in which calls are counted',
  installationSetting,
);

/** Limits of requests and of attempts at credentials. */
export const limitsConfiguration = settings([
  ...Object.values(attemptLimits),
  attemptWindow,
  requestLimit,
  requestWindow,
]);
