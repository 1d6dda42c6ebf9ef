import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the search. */
export const searchErrors = defineErrors('search', {
  nothingAsked: [
    'input',
    "'search' or 'filter' input argument is required.",
    'a search has neither a text nor a filter',
  ],
  unknownRequest: [
    'input',
    'The "%1" request name doesn\'t exist. Verify the name and try again.',
    'a search names a request that does not exist',
  ],
  tooManyTexts: ['input', 'A search takes at most %1 texts.', 'a search has more texts to look for'],
});
