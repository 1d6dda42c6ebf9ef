import { defineErrors } from '../../../kernel/errors.ts';

/** Errors of categories. */
export const categoryErrors = defineErrors('catalog-categories', {
  notSaved: [
    'couldNotSave',
    'Could not save category: %1',
    'a value of a category is missing, invalid or already used',
  ],
  urlKeyExists: [
    'alreadyExists',
    'URL key for specified store already exists.',
    'another category of the same parent has this URL key in one of the store views',
  ],
  urlKeyInvalid: [
    'input',
    'Invalid URL key. The "%1" URL key can not be used to generate Latin URL key. Please use Latin letters and numbers to avoid generating URL key issues.',
    'a URL key has no Latin letter and no digit',
  ],
  sortByUnavailable: [
    'input',
    'Default Product Listing Sort by does not exist in Available Product Listing Sort By.',
    'products of a category are sorted by something that it does not offer',
  ],
  designNotAllowed: [
    'unauthorized',
    "Not allowed to edit the category's design attributes",
    'a caller without permission to edit the design of categories changes one of its attributes',
  ],
  cyclicMove: [
    'state',
    'Operation do not allow to move a parent category to any of children category',
    'a category is moved into itself or one of its descendants',
  ],
  notMoved: ['state', 'Could not move category', 'a child of the new parent has the URL key of the moved category'],
  notDeleted: [
    'state',
    'Cannot delete category with id %1',
    'a deleted category is the root of the tree, the root category of a store, or an ancestor of one',
  ],
  productNotInCategory: [
    'input',
    "The category doesn't contain the specified product.",
    'a product is removed from a category that does not contain it',
  ],
});
