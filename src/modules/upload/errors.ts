import { defineErrors } from '../../kernel/errors.ts';

/** Errors of uploads. */
export const uploadErrors = defineErrors('upload', {
  customersOnly: [
    'unauthorized',
    "The current customer isn't authorized.",
    'a guest uploads a file for customers only',
  ],
  fileName: [
    'input',
    'The name %1 of the file contains slashes or is too long.',
    'an upload has another name than a file',
  ],
  fileSize: ['input', 'The file %1 is larger than %2 bytes.', 'an upload is larger than its purpose allows'],
  emptyFile: ['input', 'The file %1 is empty.', 'an upload has no content'],
  notFinished: [
    'input',
    'The upload %1 is not finished.',
    'an input names an upload that is unfinished, of somebody else, of another purpose, or already used',
  ],
  tooMany: [
    'input',
    'You have %1 uploads that are not used. Use them, or try again tomorrow.',
    'a customer or a network opens a further upload',
  ],
  tooManyOfGuests: [
    'tooManyRequests',
    'Guests have too many uploads that are not used. Try again tomorrow.',
    'a guest opens a further upload',
  ],
});
