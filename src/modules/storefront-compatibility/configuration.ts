import { installationSetting, seconds, setting, settings } from '../../kernel/settings.ts';

export const loginCodeLifetime = setting(
  'login_as_customer/general/authentication_data_expiration_time',
  seconds(0),
  60,
  'How long a code is valid by which somebody signs in as a customer',
  installationSetting,
);

/** Configuration of the codes to sign in as a customer, by path. */
export const storefrontCompatibilityConfiguration = settings([loginCodeLifetime]);
