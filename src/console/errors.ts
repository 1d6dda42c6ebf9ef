import { defineErrors } from '../kernel/errors.ts';

/** Errors of the console's own calls. */
export const consoleErrors = defineErrors('console', {
  link: [
    'authentication',
    'This link has been used, or its time is over. Have another one made: souk console',
    'a one-time link of the console is opened again or after its expiry',
  ],
  people: [
    'unauthorized',
    'The console is for admin users and integrations.',
    'a customer or a guest calls a route of the console',
  ],
  grant: [
    'forbidden',
    'Nobody grants what is not granted to them, or changes who may do more: %1.',
    'a caller grants a permission without having it, or changes an account with more permissions',
  ],
  noPath: ['input', 'Nothing reads the path "%1".', 'a setting is unknown to Souk and its clients'],
});
