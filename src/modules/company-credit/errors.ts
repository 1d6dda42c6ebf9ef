import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the credits of companies. */
export const creditErrors = defineErrors('company-credit', {
  invalidValue: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field.',
    'a field of a credit, or of its change, has an invalid value',
  ],
  noRate: [
    'state',
    'There is no rate from %1 to %2.',
    'the currency of a credit or of an amount changes without an exchange rate',
  ],
  exceeded: [
    'state',
    'The credit of the company is not enough: %1 %2 is available.',
    'a purchase goes beyond the limit, and the company may not exceed it',
  ],
  tooLittle: [
    'state',
    'Payment on Account cannot be used for this order because your order amount exceeds your credit amount.',
    'an order costs more than the rest of the credit of the company, which may not exceed it',
  ],
  notReimbursed: [
    'state',
    'Only a reimbursement can be changed in the history of a credit.',
    'the changed entry of the history is not a reimbursement',
  ],
});
