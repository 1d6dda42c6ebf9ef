import { defineErrors } from '../../../kernel/errors.ts';

/** Errors of product attribute sets. */
export const attributeSetErrors = defineErrors('catalog-attribute-sets', {
  notOfProducts: [
    'state',
    'Provided Attribute set non product Attribute set.',
    'the attribute set of another entity is read or changed as one of products, or its entity type is not sent',
  ],
  skeletonUnknown: [
    'state',
    "The attribute set couldn't be created because it's based on a non-existing attribute set.",
    'an attribute set is made from an unknown one',
  ],
  skeletonNotOfProducts: [
    'state',
    "The attribute set couldn't be created because it's based on a non-product attribute set.",
    'an attribute set of products is made from one of another entity',
  ],
});
