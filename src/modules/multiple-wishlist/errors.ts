import { defineErrors } from '../../kernel/errors.ts';
import { hasSeveralLists } from './configuration.ts';

/** Errors of multiple wish lists. */
export const multipleWishlistErrors = defineErrors('multiple-wishlist', {
  disabled: ['state', 'Multiple wish lists are disabled.', `\`${hasSeveralLists.path}\` is off`],
  tooMany: [
    'state',
    'Only %1 wish list(s) can be created.',
    'a customer has as many lists as the setting allows',
    'filled',
  ],
  nameMissing: ['input', 'Provide the wish list name.', 'a list is created or renamed without a name'],
  nameTaken: ['input', 'Wish list "%1" already exists.', 'the customer has a list of this name', 'filled'],
  sameList: ['input', 'Choose another wish list.', 'wishes are copied or moved to the list that they are in'],
  isDefault: ['state', "The default wish list can't be deleted.", 'the list that everybody has is deleted'],
});
