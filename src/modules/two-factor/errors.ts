import { defineErrors } from '../../kernel/errors.ts';

/** Errors of two-factor sign-in. */
export const twoFactorErrors = defineErrors('two-factor', {
  useProvider: [
    'unauthorized',
    'Please use the 2fa provider-specific endpoints to obtain a token.',
    'an administrator with a second factor asks for a token by password alone; `active_providers` lists the factors',
  ],
  setUp: [
    'unauthorized',
    'You are required to configure personal Two-Factor Authorization in order to login. Please check your email.',
    'an administrator without a second factor asks for a token; an email says how to set one up',
  ],
  noProvider: [
    'unauthorized',
    'Please ask an administrator with sufficient access to configure 2FA first',
    'the configuration has no available second factor for an administrator',
  ],
  setupToken: [
    'unauthorized',
    'Invalid two-factor authorization token',
    'the token of the email is wrong, or older than an hour',
  ],
  code: ['unauthorized', 'Invalid code.', 'the code is wrong, too old, or was used before'],
  key: [
    'unauthorized',
    'Invalid security key.',
    'the response of the security key does not match its challenge, the domain or the key',
  ],
  locked: [
    'unauthorized',
    'The second factor has failed too often. Please wait and try again later.',
    'the second factor is locked after too many failures',
  ],
  notAllowed: ['unauthorized', 'Provider is not allowed.', 'the administrator may not use this second factor'],
  notConfigured: ['unauthorized', 'Provider is not configured.', 'the administrator has not set this second factor up'],
  alreadyConfigured: [
    'unauthorized',
    'Provider is already configured.',
    'the administrator has set this second factor up before',
  ],
  unknownProvider: ['noSuchEntity', 'Unknown provider %1', 'no second factor has this code', 'filled'],
  unavailable: [
    'input',
    'The provider "%1" is not available: it needs a service of its vendor. Use google or u2fkey.',
    'a second factor of Duo Security or Authy is used',
  ],
  secret: ['input', 'The secret must be base32 text of at least 26 characters.', 'a command sets a malformed secret'],
});
