import { defineErrors } from '../../kernel/errors.ts';

/** Errors of hooks: of their subscription, and of calls that they refuse. */
export const webhookErrors = defineErrors('webhooks', {
  name: [
    'input',
    'The %fieldName "%value" may only have letters, digits and underscores.',
    'a hook or its batch has a name that cannot be one',
  ],
  type: ['input', 'The webhook type "%1" is unknown: use "before" or "after".', 'a hook has another type'],
  unknownMethod: [
    'input',
    'The webhook method "%1" is unknown. Methods are named "plugin.<service>.<operation>", such as plugin.magento.catalog.api.product_repository.save, for operations that change something, or are one of: %2.',
    'a hook names a method that is never called',
  ],
  notGranted: [
    'forbidden',
    'Putting a hook on "%method" needs the permission %permission.',
    'a caller without permission for an operation adds a hook to it',
  ],
  url: ['input', 'The URL of the webhook is refused: %1.', 'a hook cannot be called'],
  httpMethod: [
    'input',
    'The HTTP method "%1" cannot be used for a webhook.',
    'a hook names another than POST, PUT, PATCH',
  ],
  negative: [
    'input',
    'The value of %1 must be a whole number from 0 to %2.',
    'a time or an order of a hook is out of range',
  ],
  field: ['input', '"%1" is not a field of a webhook.', 'a field of a hook is not a path'],
  context: [
    'input',
    'The field "%1" is a value of the application context, which is not supported.',
    'a field of a hook is a value of a session',
  ],
  rule: ['input', 'A rule of the webhook cannot be used: %1.', 'a rule of a hook cannot be read'],
  header: ['input', 'The header "%1" cannot be sent.', 'a header of a hook cannot be set'],
  credentials: [
    'input',
    'The credentials of the webhook need client_id, client_secret and org_id.',
    'credentials of a hook are not whole',
  ],
  notSubscribed: ['input', 'The webhook "%1" is not subscribed.', 'a removed hook does not exist'],
  failed: [
    'state',
    'Cannot perform the operation due to an error.',
    'a required hook gave no answer that can be used, and has no text of its own for that case',
    'temporary',
  ],
  failedAs: [
    'state',
    '%1',
    'a required hook gave no answer that can be used; the text is its own',
    'filled',
    'temporary',
  ],
  refused: ['state', 'Cannot perform the operation due to an error.', 'a hook refuses a call without a text'],
  answered: ['state', '%1', 'a hook refuses a call; the text is its own', 'filled'],
  answeredInput: ['input', '%1', 'a hook refuses a call as an input exception; the text is its own', 'filled'],
  answeredNotFound: ['noSuchEntity', '%1', 'a hook rejects a call as not found; the message is its own', 'filled'],
  answeredForbidden: ['unauthorized', '%1', 'a hook refuses a call as not allowed; the text is its own', 'filled'],
});
