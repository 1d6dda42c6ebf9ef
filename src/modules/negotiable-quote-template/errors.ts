import { defineErrors } from '../../kernel/errors.ts';

/** Errors of quote templates. */
export const templateErrors = defineErrors('negotiable-quote-template', {
  denied: [
    'unauthorized',
    "The consumer isn't authorized to access %1.",
    "a user without the role's permission uses quote templates",
  ],
  wrongState: [
    'state',
    'The quote template is in the state %1, which does not allow that.',
    'the state of a quote template does not allow the action',
  ],
  empty: ['state', 'The quote template %1 has no items.', 'an empty quote template is submitted or accepted'],
  changed: [
    'state',
    'The quote template was changed. Send it to the seller for review.',
    'a buyer accepts a template after changing its terms',
  ],
  noAddress: [
    'state',
    'Add a shipping address to the quote template.',
    'a buyer accepts a template without a shipping address',
  ],
  expired: ['state', 'The quote template is no longer valid.', 'the last day of a quote template is over'],
  usedUp: [
    'state',
    'The maximum number of quotes was generated from the quote template.',
    'more quotes are generated from a template than its maximum order commitment',
  ],
  invalidValue: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field.',
    'a name, a day, a quantity, a commitment or a link of a quote template is malformed',
  ],
  commitment: [
    'input',
    'The minimum order commitment cannot be greater than the maximum order commitment.',
    'a quote template commits to more orders than it allows',
  ],
  noReason: ['input', 'Enter a reason.', 'a quote template is declined without a reason'],
});
