import { defineErrors } from '../../kernel/errors.ts';

/** Errors of imports by requests. */
export const importErrors = defineErrors('import-export', {
  folderOutside: ['input', 'The folder "%1" is not below var/import/images.', 'images are read from another folder'],
});
