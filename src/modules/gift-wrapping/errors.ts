import { defineErrors } from '../../kernel/errors.ts';

/** Errors of gift wrapping. */
export const wrappingErrors = defineErrors('gift-wrapping', {
  notFound: [
    'noSuchEntity',
    'Gift Wrapping with specified ID "%1" not found.',
    'a design that is read, changed or deleted does not exist',
  ],
  unavailable: [
    'state',
    'Gift wrapping is not available.',
    'the chosen option is disabled, or the design is not available on the website',
  ],
  noStore: [
    'noSuchEntity',
    "The store that was requested wasn't found. Verify the store and try again.",
    'a design is read or written for a store view that does not exist',
  ],
  otherCurrency: [
    'state',
    "A valid currency code wasn't entered. Enter a valid %1 currency code and try again.",
    'the price of a design has another currency than the base currency',
  ],
  noImage: [
    'input',
    'The image content must be valid base64 encoded data.',
    'the image of a design is not base64, or not a PNG, JPEG or GIF',
  ],
  forbiddenName: [
    'input',
    'Provided image name contains forbidden characters.',
    'the file name of an uploaded image has forbidden characters',
  ],
});
