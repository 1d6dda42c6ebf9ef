import { defineErrors } from '../../kernel/errors.ts';

/** Errors of custom fees. */
export const customFeeErrors = defineErrors('custom-fees', {
  code: [
    'input',
    '"%1" is not a code. Use up to 50 lowercase letters, digits and underscores, and begin with a letter.',
    'a command sets a fee with an invalid code',
    'filled',
  ],
  label: ['input', 'The label of a fee has 1 to 255 characters.', 'a command sets a fee with an invalid label'],
  amount: [
    'input',
    '"%1" is not an amount. Use a number such as 2.50.',
    'a command sets a fee with an invalid amount',
    'filled',
  ],
  zero: ['input', 'The amount of a fee must be greater than 0.', 'a command sets a fee with the amount 0'],
  noWebsite: ['noSuchEntity', 'There is no website "%1".', 'a command names an unknown website', 'filled'],
  noFee: ['noSuchEntity', 'There is no fee "%1".', 'a command deletes an unknown fee', 'filled'],
});
