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
  rateDirection: [
    'input',
    '"%1" is not a direction. Use %2.',
    'a command sets an exchange rate with an unknown direction',
    'filled',
  ],
  ratePoints: [
    'input',
    '"%1" is not a number of points. Use a whole number such as 100.',
    'a command sets an exchange rate with an invalid number of points',
    'filled',
  ],
  rateAmount: [
    'input',
    '"%1" is not an amount. Use a number such as 1.50.',
    'a command sets an exchange rate with an invalid amount',
    'filled',
  ],
  noWebsite: ['noSuchEntity', 'There is no website "%1".', 'a command names an unknown website', 'filled'],
  noGroup: ['noSuchEntity', 'There is no customer group "%1".', 'a command names an unknown customer group', 'filled'],
  noRate: ['noSuchEntity', 'There is no exchange rate "%1".', 'a command deletes an unknown exchange rate', 'filled'],
});
