import { defineErrors } from '../../kernel/errors.ts';

/** Errors of signing in, of signed requests, and of managing users and integrations. */
export const accessErrors = defineErrors('access', {
  signIn: [
    'unauthorized',
    'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.',
    'the name or password is wrong, the account is inactive, or too many attempts have failed',
  ],
  oauthVersion: ['input', 'The "%1" Oauth version isn\'t supported.', 'oauth_version is not 1.0'],
  oauthTokenLength: [
    'input',
    'The token length is invalid. Check the length and try again.',
    'oauth_token is not 32 characters long',
  ],
  oauthMethod: [
    'input',
    'Signature method %1 is not supported',
    'oauth_signature_method is neither HMAC-SHA256 nor HMAC-SHA1',
  ],
  oauthSha1: [
    'input',
    'Signature method %1 is not supported: the configuration oauth/consumer/allow_hmac_sha1 has to be 1',
    'oauth_signature_method is HMAC-SHA1, which the configuration does not allow',
  ],
  oauthConsumerLength: [
    'unauthorized',
    'Consumer key is not the correct length',
    'oauth_consumer_key is not 32 characters long',
  ],
  oauthConsumer: [
    'unauthorized',
    'A consumer having the specified key does not exist',
    'no integration has this oauth_consumer_key',
  ],
  oauthToken: [
    'unauthorized',
    'Specified token does not exist',
    'oauth_token is unknown, or the access of its integration was revoked',
  ],
  oauthTokenConsumer: [
    'unauthorized',
    'Token is not associated with the specified consumer',
    'oauth_token belongs to another integration than oauth_consumer_key',
  ],
  oauthNonce: [
    'unauthorized',
    'An error occurred validating the nonce',
    'oauth_timestamp is malformed, too old, or too far in the future',
  ],
  oauthNonceUsed: [
    'unauthorized',
    'The nonce is already being used by the consumer with ID %1',
    'a request with this oauth_nonce was answered before',
  ],
  oauthSignature: [
    'unauthorized',
    'The signature is invalid. Verify and try again.',
    'oauth_signature does not match the request',
  ],
  emptyField: [
    'input',
    '"%fieldName" is required. Enter and try again.',
    'a new admin user or integration lacks a name, an address or a user name',
    'filled',
  ],
  unknownName: [
    'noSuchEntity',
    'No such entity with %fieldName = %fieldValue',
    'no admin user, role or integration has this name',
    'filled',
  ],
  userEmail: [
    'input',
    'Invalid value of "%value" provided for the email field.',
    'the e-mail address of a new admin user is malformed',
    'filled',
  ],
  passwordLength: [
    'input',
    'Your password must be at least %1 characters.',
    'the password of an admin user is too short',
    'filled',
  ],
  passwordCharacters: [
    'input',
    'Your password must include both numeric and alphabetic characters.',
    'the password of an admin user has no letter or no digit',
  ],
  userExists: [
    'alreadyExists',
    'A user with the same user name or email already exists.',
    'an admin user has this user name or e-mail address',
  ],
  integrationExists: [
    'alreadyExists',
    'The integration with name "%1" exists.',
    'an integration has this name',
    'filled',
  ],
  unknownResource: [
    'input',
    'The "%1" resource is unknown. Correct the resource and try again.',
    'a role or integration is granted a resource that the ACL does not have',
    'filled',
  ],
});
