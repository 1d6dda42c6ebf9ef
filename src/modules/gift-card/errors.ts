import { defineErrors } from '../../kernel/errors.ts';

/** Errors of gift card products. */
export const giftCardErrors = defineErrors('gift-card', {
  duplicateAmount: ['input', 'Duplicate amount found.', 'a gift card has the same amount twice on a website'],
  openRange: [
    'input',
    "The minimum open amount of a gift card can't be above the maximum.",
    'the least amount that buyers may enter is above the most',
  ],
  specifyAll: [
    'input',
    'Please specify all the required information.',
    'several required values of a gift card are missing',
  ],
  specifyAmount: ['input', 'Please specify a gift card amount.', 'no amount is chosen, or one that is not offered'],
  recipientName: ['input', 'Please specify a recipient name.', 'the recipient of a gift card is missing'],
  senderName: ['input', 'Please specify a sender name.', 'the sender of a gift card is missing'],
  recipientEmail: [
    'input',
    'Please specify a recipient email.',
    'a card by mail is for no address, or none that is right',
  ],
  senderEmail: ['input', 'Please specify a sender email.', 'a card by mail is from no address, or none that is right'],
  belowMinimum: ['input', 'Gift Card min amount is %1', 'an amount is entered that is below the least'],
  aboveMaximum: ['input', 'Gift Card max amount is %1', 'an amount is entered that is above the most'],
  longMessage: [
    'input',
    'The message of a gift card can have %1 characters at most.',
    'the message is longer than `giftcard/general/message_max_length`',
  ],
});
