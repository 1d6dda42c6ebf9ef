import { defineErrors } from '../kernel/errors.ts';

/** Errors of the console's own calls. */
export const consoleErrors = defineErrors('console', {
  link: [
    'authentication',
    'This link has been used, or its time is over. Have another one made: souk console',
    'a one-time link of the console was opened again, or too late',
  ],
  people: [
    'unauthorized',
    'The console is for admin users and integrations.',
    'a customer or a guest called what the console is made of',
  ],
  grant: [
    'forbidden',
    'Nobody grants what is not granted to them, or changes who may do more: %1.',
    'a permission was granted by somebody who does not have it, or an account with more permissions was changed',
  ],
  noPath: ['input', 'Nothing reads the path "%1".', 'a setting was sent that neither Souk nor its clients know'],
});
