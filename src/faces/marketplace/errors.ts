import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the package-submission interface and its commands. */
export const marketplaceErrors = defineErrors('marketplace', {
  notJson: ['input', 'The request body has to be a JSON object.', 'the body of a call is not a JSON object in UTF-8'],
  grantTypeMissing: [
    'input',
    'grant_type is missing: it has to be "session".',
    'a request for a token has no grant_type',
  ],
  grantType: [
    'input',
    'grant_type is not supported: it has to be "session".',
    'a request for a token has another grant_type',
  ],
  credentialsMissing: [
    'unauthorized',
    'HTTP Basic authentication with application id and secret is required.',
    'a request for a token has no credentials, or malformed ones',
  ],
  credentials: [
    'unauthorized',
    'The application id or secret is wrong.',
    'the application is unknown in this environment, or the secret is not its own',
  ],
  tokenMissing: ['unauthorized', 'A session token is required as bearer.', 'a call has no session token'],
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
  email: ['input', '"%1" is not an e-mail address.', 'the e-mail address of a new user is malformed', 'filled'],
  text: [
    'input',
    '%1 has to have 1 to 255 characters, and no control characters.',
    'the name, address or company of a new user is invalid',
    'filled',
  ],
  userExists: [
    'alreadyExists',
    'A user with this e-mail address exists already.',
    'the environment has a user with this address',
  ],
});
