import { expect, it } from 'vitest';
import { referenceText } from '../../src/faces/graphql/reference-texts.ts';

/** Texts of the library, and of the reference's recorded responses. */
it.each([
  ['Syntax Error: Expected Name, found <EOF>.', 'Syntax Error: Expected Name, found <EOF>'],
  [
    'Field "storeConfig" of type "StoreConfig" must have a selection of subfields. Did you mean "storeConfig { ... }"?',
    'Field "storeConfig" of type "StoreConfig" must have a sub selection.',
  ],
  [
    'Field "code" must not have a selection since type "String" has no subfields.',
    'Field "code" of type "String" must not have a sub selection.',
  ],
  [
    'Unknown argument "id" on field "Query.storeConfig".',
    'Unknown argument "id" on field "storeConfig" of type "Query".',
  ],
  [
    'Field "isEmailAvailable" argument "email" of type "String!" is required, but it was not provided.',
    'Field "isEmailAvailable" argument "email" of type "String!" is required but not provided.',
  ],
  [
    'Field "EstimateAddressInput.country_code" of required type "CountryCodeEnum!" was not provided.',
    'Field EstimateAddressInput.country_code of required type CountryCodeEnum! was not provided.',
  ],
  [
    'Variable "$mail" of required type "String!" was not provided.',
    'Variable "$mail" of required type "String!" was not provided.',
  ],
])('%s', (message, expected) => {
  expect(referenceText(message)).toBe(expected);
});
