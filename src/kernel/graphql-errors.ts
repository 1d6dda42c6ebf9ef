import { defineErrors } from './errors.ts';

/** Errors that every part of the GraphQL schema has. */
export const storefrontErrors = defineErrors('storefront', {
  customersOnly: [
    'unauthorized',
    "The current customer isn't authorized.",
    'a guest asks for what only customers have',
  ],
});
