import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the console's own calls. */
export const consoleErrors = defineErrors('console', {
  link: [
    'authentication',
    'This link was used or has expired. Create a new one: souk console',
    'a one-time link of the console is opened again or after its expiry',
  ],
  people: [
    'unauthorized',
    'The console is for admin users and integrations.',
    'a customer or a guest calls a route of the console',
  ],
  grant: [
    'forbidden',
    'You cannot grant permissions that you do not have, or change an account with more permissions: %1.',
    'a caller grants a permission without having it, or changes an account with more permissions',
  ],
  noPath: ['input', 'The configuration path "%1" is unknown.', 'a setting is unknown to Souk and its clients'],
});
