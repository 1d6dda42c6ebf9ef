import { defineErrors } from '../../kernel/errors.ts';

/** Errors of free gift rules, and of the choice of gifts. */
export const freeGiftErrors = defineErrors('free-gift', {
  noSkus: [
    'input',
    'A rule that gives products needs their SKUs: "gift_skus" is empty.',
    'a rule with the action free_gift names no gift',
  ],
  noGift: [
    'input',
    'The product with the SKU "%1" cannot be given as a free gift.',
    'a gift of a rule does not exist, or is of a type that cannot be given (grouped products, gift cards)',
    'filled',
  ],
  ruleQty: ['input', 'The "gift_qty" value must be 1 or more.', 'a rule gives less than one unit'],
  notPending: [
    'input',
    'The rule ID "%1" is not currently pending a free gift selection for this cart.',
    'a gift is chosen from a rule that does not apply to the cart, has no gift, or was already used',
    'filled',
  ],
  notAGift: [
    'input',
    'The SKU "%1" is not a valid free gift for rule ID "%2".',
    'the chosen product is not a gift of the rule',
    'filled',
  ],
  tooMany: [
    'input',
    'The requested quantity exceeds the free gift quantity allowed by the rule.',
    'the chosen quantity of a gift exceeds that of the rule',
  ],
  quantity: ['input', 'The free gift quantity must be a positive integer.', 'less than one piece of a gift is chosen'],
});
