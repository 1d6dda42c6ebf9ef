import { defineErrors } from '../../kernel/errors.ts';
import { allowsGuests, hasReviews } from './configuration.ts';

/** Errors of reviews. */
export const reviewErrors = defineErrors('review', {
  disabled: ['forbidden', 'Creating product reviews are not currently available.', `\`${hasReviews.path}\` is off`],
  guests: [
    'forbidden',
    "Guest customers aren't allowed to add product reviews.",
    `a guest writes a review and \`${allowsGuests.path}\` is off`,
  ],
  noProduct: [
    'noSuchEntity',
    'Could not find a product with SKU "%1"',
    'no product that is sold has this SKU',
    'filled',
  ],
  nickname: ['input', 'Please enter a nickname.', 'a review has no nickname'],
  summary: ['input', 'Please enter a review summary.', 'a review has no summary'],
  text: ['input', 'Please enter a review.', 'a review has no text'],
  rating: [
    'input',
    'The rating "%1" has no value "%2".',
    'a rating or its value does not exist in the store view',
    'filled',
  ],
  page: ['input', '%1 value must be greater than 0.', 'a page of reviews is below 1', 'filled'],
  noReview: ['noSuchEntity', 'There is no review with id %1.', 'a review does not exist', 'filled'],
  noRating: ['noSuchEntity', 'There is no rating with id %1.', 'a rating does not exist', 'filled'],
});
