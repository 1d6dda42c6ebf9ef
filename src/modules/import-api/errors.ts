import { defineErrors } from '../../kernel/errors.ts';

/** Errors of requests that import records. */
export const importApiErrors = defineErrors('import-api', {
  entity: [
    'input',
    'Records of the entity "%1" cannot be imported. Use one of these: %2.',
    'an unknown entity is imported',
  ],
  notCompressed: [
    'input',
    'The compressed data cannot be read, or has more than %1 bytes.',
    'compressed data of an import is broken or too large',
  ],
});
