import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the catalogue service. */
export const catalogServiceErrors = defineErrors('catalog-service', {
  website: [
    'input',
    'Requested website is not found (%1)',
    'the header Magento-Website-Code names another website than that of the store view',
    'filled',
  ],
  store: [
    'input',
    'Requested store is not found (%1)',
    'the header Magento-Store-Code names another store than that of the store view',
    'filled',
  ],
  tooMany: [
    'input',
    '%1 accepts at most %2 values.',
    'a query of the catalogue service names too many things',
    'filled',
  ],
  cursor: [
    'input',
    'The cursor is not valid.',
    'a page of variants is requested with a cursor that no response has had',
  ],
  pageSize: [
    'input',
    'The page size must be from 1 to %1.',
    'a query of the catalogue service requests an empty or too large page',
    'filled',
  ],
  filter: [
    'input',
    'The attribute "%1" cannot be filtered.',
    'a product search filters by an attribute that is unknown or not filterable',
    'filled',
  ],
  clause: [
    'input',
    'The filter on "%1" accepts only %2.',
    'a product search filters an attribute by a condition that its values do not support',
    'filled',
  ],
  sort: [
    'input',
    'Products cannot be sorted by "%1".',
    'a product search sorts by an attribute that is unknown or not sortable',
    'filled',
  ],
  subtree: [
    'input',
    'A subtree needs exactly one category ID, a start level from 1 and a depth from 1 to %1.',
    'a query for a subtree of categories is incomplete or too deep',
    'filled',
  ],
  date: ['input', 'DateTime cannot represent an invalid date-time.', 'a time in an argument is not an RFC 3339 time'],
});
