import type { DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Configuration of codes by which somebody signs in as a customer, by path; seconds that a code is good for. */
export const storefrontCompatibilityConfiguration: DeclaredConfiguration = {
  'login_as_customer/general/authentication_data_expiration_time': '60',
};
