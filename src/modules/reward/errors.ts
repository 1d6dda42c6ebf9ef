import { defineErrors } from '../../kernel/errors.ts';

/** Errors of reward points. */
export const rewardErrors = defineErrors('reward', {
  notEnough: [
    'state',
    "You don't have enough reward points to pay for this purchase.",
    'other orders have used the points of the cart in the meantime, or their rate has changed',
  ],
  disabled: ['input', 'Reward points are not enabled.', 'a storefront pays with points where there are none'],
  belowZero: [
    'input',
    'The customer has %1 points, which is less than the deduction.',
    'a deduction exceeds the points',
  ],
});
