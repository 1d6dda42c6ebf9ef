import { defineErrors } from '../../kernel/errors.ts';

/** Errors of gift cards that are sold. */
export const giftCardErrors = defineErrors('gift-card', {
  duplicateAmount: ['input', 'Duplicate amount found.', 'a gift card is to have the same amount twice on a website'],
  openRange: [
    'input',
    "The minimum open amount of a gift card can't be above the maximum.",
    'the least amount that buyers may enter is above the most',
  ],
});
