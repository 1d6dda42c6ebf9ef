import { defineErrors } from '../kernel/errors.ts';

/** Errors of the package-submission interface and its commands. */
export const marketplaceErrors = defineErrors('marketplace', {
  notJson: ['input', 'The request body has to be a JSON object.', 'the body of a call is no JSON object, or no UTF-8'],
  grantTypeMissing: ['input', 'grant_type is missing: it has to be "session".', 'a token is asked for without it'],
  grantType: ['input', 'grant_type is not supported: it has to be "session".', 'a token is asked for with another one'],
  credentialsMissing: [
    'unauthorized',
    'HTTP Basic authentication with application id and secret is required.',
    'a token is asked for without credentials, or with some that cannot be read',
  ],
  credentials: [
    'unauthorized',
    'The application id or secret is wrong.',
    'the application is unknown in this environment, or the secret is not its own',
  ],
  tokenMissing: ['unauthorized', 'A session token is required as bearer.', 'a call came without a session token'],
  token: [
    'unauthorized',
    'The session token is unknown or has expired.',
    'the token was not issued in this environment, has expired, or its application was revoked',
  ],
  otherUser: [
    'forbidden',
    'The session token belongs to another user.',
    "the profile is that of another user than the token's",
  ],
  noUser: ['noSuchEntity', 'There is no user with this mage_id.', 'the user does not exist in this environment'],
  noApplication: [
    'noSuchEntity',
    'There is no application with this id.',
    'the application to be revoked does not exist in this environment',
  ],
  email: ['input', '"%1" is no e-mail address.', 'a user is made with an address that is none', 'filled'],
  text: [
    'input',
    '%1 has to have 1 to 255 characters, and no control characters.',
    'a user is made with a name, address or company that cannot be one',
    'filled',
  ],
  userExists: [
    'alreadyExists',
    'A user with this e-mail address exists already.',
    'the environment has a user with this address',
  ],
});
