import { defineErrors } from '../../kernel/errors.ts';

/** Errors of shared catalogs. */
export const sharedCatalogErrors = defineErrors('shared-catalog', {
  nameTaken: [
    'state',
    'A catalog named %1 already exists. Use a different name.',
    'a shared catalog is saved with the name of another one, or of a customer group',
  ],
  publicStays: [
    'state',
    'The public catalog cannot be changed to a custom one. Make another catalog public instead.',
    'a change gives the public catalog the type of a custom one',
  ],
  publicNotDeleted: ['state', 'The public catalog cannot be deleted.', 'the public catalog is deleted'],
  publicKeepsCompanies: [
    'state',
    'You cannot unassign a company from the public catalog.',
    'companies are unassigned from the public catalog',
  ],
  priceRejected: ['input', '%1', 'a tier price of a shared catalog is invalid; no price is saved', 'filled'],
});
