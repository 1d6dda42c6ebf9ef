import {
  filledText,
  installationSetting,
  listOfTexts,
  numberFrom,
  seconds,
  setting,
  settings,
  yesOrNo,
  type SettingType,
} from '../../kernel/settings.ts';

/** Codes of more than ten minutes ago are no proof that the device is at hand. */
const MOST_STEPS = 20;

const steps: SettingType<number> = {
  ...numberFrom(0, 'codes'),
  read: (stored) => (/^\s*\d{1,2}\s*$/.test(stored) && Number(stored) <= MOST_STEPS ? Number(stored) : undefined),
  expected: `a whole number from 0 to ${MOST_STEPS}`,
};

/** How administrators prove at sign-in that they have a device of their own. */
export const twoFactorSettings = {
  isEnabled: setting(
    'twofactorauth/general/enable',
    yesOrNo,
    false,
    'Whether administrators sign in with a second factor beside the password',
    installationSetting,
  ),
  forcedProviders: setting(
    'twofactorauth/general/force_providers',
    listOfTexts(undefined, 'codes of providers such as google,u2fkey'),
    [],
    'Second factors that all administrators use; without any, they choose among the available ones',
    installationSetting,
  ),
  mostFailures: setting(
    'twofactorauth/general/twofactorauth_retry',
    numberFrom(1),
    5,
    'Wrong codes in a row that lock the second factor of an administrator',
    installationSetting,
  ),
  lockSeconds: setting(
    'twofactorauth/general/auth_lock_expire',
    seconds(1),
    300,
    'How long the second factor is locked first; each further lock takes twice as long, at most a day',
    installationSetting,
  ),
  window: setting(
    'twofactorauth/google/otp_window',
    steps,
    1,
    'How many codes of an authenticator app before and after the present one are accepted: a code is valid for 30 seconds',
    installationSetting,
  ),
  keyDomain: setting(
    'twofactorauth/u2fkey/domain',
    filledText,
    undefined,
    'Domain at which administrators sign in with security keys; without it, there are none',
    installationSetting,
  ),
};

/** Configuration of two-factor sign-in, by path. */
export const twoFactorConfiguration = settings(Object.values(twoFactorSettings));
