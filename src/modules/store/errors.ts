import { defineErrors } from '../../kernel/errors.ts';

export const storeErrors = defineErrors('store', {
  invalidCode: [
    'input',
    'The code may contain only letters (a-z), numbers (0-9) or underscore (_), and the first character must be a letter.',
    'the code of a website, store or view is malformed',
  ],
  reservedCode: [
    'input',
    'The "%1" code is reserved.',
    'the code of a website, store or view is a word of the interface',
  ],
  codeTaken: [
    'alreadyExists',
    'The "%1" code is in use. Enter another code and try again.',
    'a website, store or view has this code, ignoring case',
  ],
  unknownWebsite: [
    'noSuchEntity',
    'The website with code "%1" doesn\'t exist.',
    'a store is created on an unknown website',
  ],
  unknownGroup: [
    'noSuchEntity',
    'The store with code "%1" doesn\'t exist.',
    'a store view is created in an unknown store',
  ],
});
