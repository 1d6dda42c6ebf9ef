import { defineErrors } from '../../kernel/errors.ts';

/** Errors of event providers and subscriptions. */
export const ioEventErrors = defineErrors('io-events', {
  workspace: [
    'input',
    'The workspace configuration cannot be used: %1.',
    'the workspace configuration of a provider is not JSON, or has no valid destination',
  ],
  providerExists: [
    'alreadyExists',
    'There is a provider with the id "%1" already.',
    'a provider has the id of another',
  ],
  providerInUse: [
    'couldNotDelete',
    'The provider "%1" has subscriptions. Unsubscribe them first.',
    'a deleted provider has subscriptions',
  ],
  noProvider: [
    'input',
    'There is no provider "%1".',
    'a subscription, the configuration or a command names a provider that does not exist',
  ],
  noDefaultProvider: [
    'state',
    'No provider is configured. Name one by provider_id.',
    'a subscription names no provider, and no default is configured',
  ],
  unknownEvent: [
    'input',
    'The event "%1" is unknown. Events are named "<entity>.<created, changed, deleted or *>" with one of %2, or by the names of their observers.',
    'a subscription names an unknown event',
  ],
  aliasName: [
    'input',
    '"%1" is not a valid alias: use letters, digits, ".", "_" and "-", and not the name of an event.',
    'an event with a parent has a name that cannot be one',
  ],
  aliasRules: ['input', 'An event with a parent needs rules.', 'an alias has no rules'],
  subscribed: [
    'alreadyExists',
    'The event "%1" is subscribed already. Send "force" to replace the subscription.',
    'an event is subscribed twice',
  ],
  notSubscribed: ['noSuchEntity', 'The event "%1" is not subscribed.', 'a subscription is named that does not exist'],
  rule: ['input', 'A rule of the event cannot be used: %1.', 'a rule of a subscription cannot be read'],
  field: ['input', '"%1" is not a field of the event.', 'a field of a subscription is not a path'],
  converter: [
    'input',
    'The field "%1" has a converter. Converters are not supported.',
    'a subscription has a converter for a field',
  ],
  position: [
    'input',
    'Use a position in the log, from %1 to %2.',
    'events are replayed from a position that the log does not have',
  ],
});
