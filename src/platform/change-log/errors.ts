import { defineErrors } from '../../kernel/errors.ts';

/** Errors of those who follow the log of changes. */
export const eventErrors = defineErrors('events', {
  position: [
    'input',
    '"%1" is not a position: send a whole number, or "latest".',
    'the position of a request to the change feed is malformed',
  ],
  entity: [
    'input',
    'The entity type "%1" is unknown. Use one of: %2.',
    'the type of entity of a request to the change feed is unknown',
  ],
  number: [
    'input',
    '"%1" must be a whole number from %2 to %3.',
    'a parameter of the feed of changes is out of its bounds',
  ],
  gone: [
    'gone',
    'Changes after position %1 are no longer in the log. Read all entities again, then continue from position %2.',
    'the log of changes was shortened, or emptied, since the position was read',
  ],
});
