import { defineErrors } from '../../kernel/errors.ts';

export const directoryErrors = defineErrors('directory', {
  countryUnavailable: [
    'noSuchEntity',
    "The country isn't available.",
    'a country is unknown, or not among those that the store view allows',
  ],
  countryId: ['input', 'Country "id" value should be specified', 'a GraphQL query for a country names none'],
  unknownCurrency: ['input', 'The "%1" currency doesn\'t exist.', 'an exchange rate is set for an unknown currency'],
  noRate: [
    'noSuchEntity',
    'There is no exchange rate of %1 in %2.',
    'the console names an unknown exchange rate',
    'filled',
  ],
  invalidRate: ['input', 'The "%1" rate must be greater than 0.', 'an exchange rate is not a number above 0'],
});
