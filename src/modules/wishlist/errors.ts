import { defineErrors } from '../../kernel/errors.ts';
import { hasWishlists } from './configuration.ts';

/** Errors of wish lists. */
export const wishlistErrors = defineErrors('wishlist', {
  disabled: ['input', 'The wishlist configuration is currently disabled.', `\`${hasWishlists.path}\` is off`],
  notFound: ['input', 'The wishlist was not found.', 'a wish list does not exist, or belongs to another customer'],
  noProduct: [
    'noSuchEntity',
    'Could not find a product with SKU "%1"',
    'no product that is sold has this SKU',
    'filled',
  ],
  outOfStock: [
    'input',
    'Cannot add product without stock to wishlist.',
    'a product that is out of stock is wished, and the shop does not show such',
  ],
  quantity: ['input', 'The quantity of a wish list item cannot be 0', 'a wish has a quantity of 0 or less'],
  noItem: [
    'noSuchEntity',
    'Could not find a wishlist item with ID "%1"',
    'the wish list has no item with this id',
    'filled',
  ],
  page: ['input', '%1 value must be greater than 0.', 'a page of wishes is below 1', 'filled'],
});
