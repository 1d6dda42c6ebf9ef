import { defineErrors } from '../../kernel/errors.ts';
import { isAssistanceOn } from './configuration.ts';

/** Errors of shopping in the name of customers. */
export const assistanceErrors = defineErrors('login-as-customer', {
  notAllowed: [
    'unauthorized',
    "The current user isn't authorized.",
    'a caller without permission to log in as a customer requests the token of a customer',
  ],
  disabled: ['input', 'Login as Customer is disabled.', `\`${isAssistanceOn.path}\` is off`],
  noCustomer: ['input', 'Customer email provided does not exist', 'no customer of the website has the address'],
  notAssisted: [
    'input',
    'Login as Customer is disabled for this customer.',
    'the customer does not let others shop in the own name',
  ],
});
