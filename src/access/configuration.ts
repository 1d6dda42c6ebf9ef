import { flag, listOf, url, type ConfigurationCheck, type DeclaredConfiguration } from '../kernel/configuration.ts';
import { settings } from '../kernel/settings.ts';
import { identityAlgorithms, identityTimes, readRoles } from './identity/settings.ts';

const roles: ConfigurationCheck = {
  accepts: (value) => value === '' || readRoles(value) !== undefined,
  expected: 'a JSON object of role names by claim value, such as {"shop-admins":"Administrators"}',
};
const algorithms: ConfigurationCheck = {
  accepts: (value) => value === '' || listOf((name) => identityAlgorithms.includes(name.trim()))(value),
  expected: `some of ${identityAlgorithms.join(', ')}`,
};

/** Configuration of sign-ins, tokens and the identity service, by path. */
export const accessConfiguration: DeclaredConfiguration = {
  'admin/security/admin_account_sharing': '0',
  'admin/security/lockout_failures': '6',
  'admin/security/lockout_threshold': '30',
  'admin/security/max_number_password_reset_requests': '5',
  'admin/security/min_time_between_password_reset_requests': '10',
  'admin/security/password_is_forced': '1',
  'admin/security/password_lifetime': '90',
  'admin/security/password_reset_link_expiration_period': '2',
  'admin/security/password_reset_protection_type': '1',
  'admin/security/session_lifetime': '900',
  'admin/security/use_case_sensitive_login': '0',
  'admin/security/use_form_key': '1',
  'oauth/access_token_lifetime/admin': '4',
  'oauth/access_token_lifetime/customer': '1',
  'oauth/authentication_lock/max_failures_count': '6',
  'oauth/authentication_lock/timeout': '1800',
  'oauth/cleanup/cleanup_probability': '100',
  'oauth/cleanup/expiration_period': '120',
  'oauth/consumer/allow_hmac_sha1': null,
  'oauth/consumer/enable_integration_as_bearer': '1',
  'oauth/consumer/expiration_period': '300',
  'oauth/consumer/post_maxredirects': '0',
  'oauth/consumer/post_timeout': '5',
  'souk/identity/algorithms': { takes: algorithms },
  'souk/identity/audience': null,
  'souk/identity/issuer': { takes: url },
  'souk/identity/jwks_url': { takes: url },
  'souk/identity/role_claim': null,
  'souk/identity/roles': { takes: roles },
  ...settings(Object.values(identityTimes)),
  'webapi/jwtauth/admin_expiration': '60',
  'webapi/jwtauth/customer_expiration': '60',
  'webapi/jwtauth/jwe_alg': 'A128GCM',
  'webapi/jwtauth/jwt_alg': 'HS256',
  'webapi/webapisecurity/allow_insecure': { shipped: '0', takes: flag },
};
