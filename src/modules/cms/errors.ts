import { defineErrors } from '../../kernel/errors.ts';

/** Errors of pages and blocks. */
export const cmsErrors = defineErrors('cms', {
  noBlock: [
    'noSuchEntity',
    'The CMS block with the "%1" ID doesn\'t exist.',
    'no block has this id, or this identifier',
  ],
  blockExists: [
    'couldNotSave',
    'A block identifier with the same properties already exists in the selected store.',
    'another block of the same store view has the identifier, whatever its case',
  ],
  noPage: ['noSuchEntity', 'The CMS page with the "%1" ID doesn\'t exist.', 'no page has this id'],
  pageOff: ['noSuchEntity', 'No such entity.', 'a GraphQL query names a page that is not active'],
  pageKey: ['input', 'Page id/identifier should be specified', 'a GraphQL query for a page names none'],
  blockKeys: ['input', '"identifiers" of CMS blocks should be specified', 'a GraphQL query for blocks names none'],
  fieldEmpty: ['input', 'Required field "%1" is empty.', 'a page is saved without a title'],
  pageNotSaved: [
    'couldNotSave',
    'Could not save the page: %1',
    'a page has an identifier that is malformed or taken, or other data that cannot be saved; the parameter says which',
  ],
  designNotAllowed: [
    'unauthorized',
    'You are not allowed to change CMS pages design settings',
    'the caller may save pages but not change how they look, and the page has or changes such a setting',
  ],
});

/** Why a page could not be saved. */
export const pageRefusals = {
  symbols:
    "The page URL key can't use capital letters or disallowed symbols. Remove the letters and symbols and try again.",
  digits: "The page URL key can't use only numbers. Add letters or words and try again.",
  taken: 'URL key for specified store already exists.',
  other: 'Something went wrong while saving the page.',
} as const;
