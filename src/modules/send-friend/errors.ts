import { defineErrors } from '../../kernel/errors.ts';
import { recommendations } from './configuration.ts';

/** Errors of recommendations by mail. */
export const sendFriendErrors = defineErrors('send-friend', {
  disabled: ['input', '"Email to a Friend" is not enabled.', `\`${recommendations.areOn.path}\` is off`],
  guests: [
    'forbidden',
    "The current customer isn't authorized.",
    `a guest recommends a product and \`${recommendations.guests.path}\` is off`,
  ],
  noProduct: [
    'noSuchEntity',
    "The product that was requested doesn't exist. Verify the product and try again.",
    'a product is recommended that the store view does not show',
  ],
  missing: ['input', 'Please provide %1 for all of %2.', 'a name, an address or the message is empty', 'filled'],
  email: ['input', 'The email address "%1" is invalid.', 'an e-mail address is malformed', 'filled'],
  tooMany: [
    'input',
    'No more than %1 emails can be sent at a time.',
    'there are more recipients than the setting allows',
    'filled',
  ],
  tooOften: [
    'input',
    "You can't send messages more than %1 times an hour.",
    'the sender has recommended as often as the setting allows',
    'filled',
  ],
});
