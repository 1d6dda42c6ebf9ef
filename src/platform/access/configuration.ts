import type { DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  decimalFrom,
  installationSetting,
  numberFrom,
  seconds,
  setting,
  settings,
  yesOrNo,
} from '../../kernel/settings.ts';
import { identityDeclarations } from './identity/settings.ts';

/** How accounts of administrators are guarded. */
export const adminSecurity = {
  lockoutFailures: setting(
    'admin/security/lockout_failures',
    numberFrom(0),
    6,
    'Wrong passwords in a row that lock the account of an administrator; 0: no limit',
    installationSetting,
  ),
  lockoutMinutes: setting(
    'admin/security/lockout_threshold',
    decimalFrom(0, 'minutes'),
    30,
    'How long the account of an administrator is locked; 0: never',
    installationSetting,
  ),
  isCaseSensitive: setting(
    'admin/security/use_case_sensitive_login',
    yesOrNo,
    false,
    'Whether the case of the names of administrators counts at sign-in',
    installationSetting,
  ),
};

/** How long access tokens are valid; those of integrations do not expire. */
export const tokenLifetimes = {
  admin: setting(
    'oauth/access_token_lifetime/admin',
    decimalFrom(0, 'hours'),
    4,
    'How long an access token of an administrator is valid; 0: for ever',
    installationSetting,
  ),
  customer: setting(
    'oauth/access_token_lifetime/customer',
    decimalFrom(0, 'hours'),
    1,
    'How long an access token of a customer is valid; 0: for ever',
  ),
};

/** When requests for tokens are refused because earlier ones failed. */
export const signInLock = {
  failures: setting(
    'oauth/authentication_lock/max_failures_count',
    numberFrom(0),
    6,
    'Failed requests for a token under a name after which further ones are refused; 0: no limit',
    installationSetting,
  ),
  duration: setting(
    'oauth/authentication_lock/timeout',
    seconds(0),
    1800,
    'How long requests for a token under that name are refused',
    installationSetting,
  ),
};

/** How integrations sign their requests. */
export const signatureSettings = {
  nonceLifetime: setting(
    'oauth/cleanup/expiration_period',
    numberFrom(1, 'minutes'),
    120,
    'How long nonces of signed requests are stored: the greatest age of a signature',
    installationSetting,
  ),
  allowsSha1: setting(
    'oauth/consumer/allow_hmac_sha1',
    yesOrNo,
    false,
    'Whether integrations may sign with HMAC-SHA1',
    installationSetting,
  ),
  allowsTokenAlone: setting(
    'oauth/consumer/enable_integration_as_bearer',
    yesOrNo,
    true,
    'Whether integrations may send their access token in place of a signature',
    installationSetting,
  ),
};
export const opensReadsToGuests = setting(
  'webapi/webapisecurity/allow_insecure',
  yesOrNo,
  false,
  'Whether guests may read the catalogue and the pages over REST',
  installationSetting,
);

/** Configuration of sign-ins, tokens and the identity service, by path. */
export const accessConfiguration: DeclaredConfiguration = {
  'admin/security/admin_account_sharing': '0',
  'admin/security/max_number_password_reset_requests': '5',
  'admin/security/min_time_between_password_reset_requests': '10',
  'admin/security/password_is_forced': '1',
  'admin/security/password_lifetime': '90',
  'admin/security/password_reset_link_expiration_period': '2',
  'admin/security/password_reset_protection_type': '1',
  'admin/security/session_lifetime': '900',
  'admin/security/use_form_key': '1',
  'oauth/cleanup/cleanup_probability': '100',
  'oauth/consumer/expiration_period': '300',
  'oauth/consumer/post_maxredirects': '0',
  'oauth/consumer/post_timeout': '5',
  'webapi/jwtauth/admin_expiration': '60',
  'webapi/jwtauth/customer_expiration': '60',
  'webapi/jwtauth/jwe_alg': 'A128GCM',
  'webapi/jwtauth/jwt_alg': 'HS256',
  ...settings([
    ...Object.values(adminSecurity),
    ...Object.values(tokenLifetimes),
    ...Object.values(signInLock),
    ...Object.values(signatureSettings),
    opensReadsToGuests,
    ...Object.values(identityDeclarations),
  ]),
};
