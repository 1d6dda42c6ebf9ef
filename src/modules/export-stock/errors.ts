import { defineErrors } from '../../kernel/errors.ts';

/** Errors of what stocks have, as it is given out whole. */
export const exportStockErrors = defineErrors('export-stock', {
  onlyWebsites: [
    'input',
    'There is an index of products for sales channels of the type "website" alone.',
    'the index of a sales channel other than a website is read',
  ],
});
