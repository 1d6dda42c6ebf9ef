import { defineErrors } from '../../../kernel/errors.ts';

/** Errors of product attributes. */
export const attributeErrors = defineErrors('catalog-attributes', {
  reservedCode: [
    'input',
    "The attribute code '%1' is reserved by system. Please try another attribute code",
    'the code of a new attribute is the name of a product field',
  ],
});
