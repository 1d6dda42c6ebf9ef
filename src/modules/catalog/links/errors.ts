import { defineErrors } from '../../../kernel/errors.ts';

/** Errors of links between products. */
export const linkErrors = defineErrors('catalog/links', {
  typeNotFound: [
    'noSuchEntity',
    'The "%1" link type wasn\'t found. Verify the type and try again.',
    'links of an unknown type are saved',
  ],
  typeUnknown: [
    'noSuchEntity',
    'The "%1" link type is unknown. Verify the type and try again.',
    'links of an unknown type are read',
  ],
  productMissing: [
    'noSuchEntity',
    'The Product with the "%1" SKU doesn\'t exist.',
    'a product is saved with a link to a product that does not exist',
  ],
  invalidLinks: [
    'couldNotSave',
    'The linked products data is invalid. Verify the data and try again.',
    'a product is linked to one that does not exist, to itself, or as a part to one that has parts itself',
  ],
  notLinked: ['noSuchEntity', "Product %1 doesn't have linked %2 as %3", 'a deleted link does not exist'],
});
