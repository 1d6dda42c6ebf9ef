import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the credits of companies. */
export const creditErrors = defineErrors('company-credit', {
  invalidValue: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field.',
    'a field of a credit, or of a change of it, has a value that it cannot have',
  ],
  noRate: [
    'state',
    'There is no rate from %1 to %2.',
    'a credit is to change its currency, or to be changed by an amount in another one, without a rate between them',
  ],
  exceeded: [
    'state',
    'The credit of the company is not enough: %1 %2 is available.',
    'a purchase goes beyond the limit, and the company may not exceed it',
  ],
  notReimbursed: [
    'state',
    'Only a reimbursement can be changed in the history of a credit.',
    'the purchase order or the comment of another entry is to change',
  ],
});
