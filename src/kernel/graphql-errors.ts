import { defineErrors } from './errors.ts';

/** Errors that occur in every part of the GraphQL schema. */
export const storefrontErrors = defineErrors('storefront', {
  customersOnly: ['unauthorized', "The current customer isn't authorized.", 'a guest calls an operation for customers'],
});
