import { defineErrors } from '../../../kernel/errors.ts';

/** Errors of product attribute sets. */
export const attributeSetErrors = defineErrors('catalog-attribute-sets', {
  notOfProducts: [
    'state',
    'Provided Attribute set non product Attribute set.',
    'the attribute set belongs to another entity than products, or its entity type is missing',
  ],
  skeletonUnknown: [
    'state',
    "The attribute set couldn't be created because it's based on a non-existing attribute set.",
    'an attribute set is created from an unknown one',
  ],
  skeletonNotOfProducts: [
    'state',
    "The attribute set couldn't be created because it's based on a non-product attribute set.",
    'an attribute set of products is created from one of another entity',
  ],
});
