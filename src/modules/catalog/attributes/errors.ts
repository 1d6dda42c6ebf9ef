import { defineErrors } from '../../../kernel/errors.ts';

/** Errors of product attributes. */
export const attributeErrors = defineErrors('catalog-attributes', {
  reservedCode: [
    'input',
    "The attribute code '%1' is reserved by system. Please try another attribute code",
    'an attribute is to have a name that products use otherwise',
  ],
});
