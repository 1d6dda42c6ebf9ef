import { defineErrors } from '../../kernel/errors.ts';

/** Errors of sign-in by GraphQL. */
export const integrationErrors = defineErrors('integration', {
  valueMissing: [
    'input',
    'Specify the "%1" value.',
    'a customer signs in without an e-mail address or password',
    'filled',
  ],
});
