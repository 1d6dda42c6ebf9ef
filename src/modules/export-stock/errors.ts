import { defineErrors } from '../../kernel/errors.ts';

/** Errors of stock exports. */
export const exportStockErrors = defineErrors('export-stock', {
  onlyWebsites: [
    'input',
    'Only sales channels of the type "website" have an index of products.',
    'the index of a sales channel other than a website is read',
  ],
});
