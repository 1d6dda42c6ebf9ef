import { module } from '../../kernel/module.ts';
import { importProductFile } from './product-file.ts';

/** Files and lists of records, in and out. */
export const importExport = module({
  name: 'ImportExport',
  needs: ['store', 'eav', 'catalog', 'availability'],
  contributes: { fileImports: [{ extension: 'csv', run: importProductFile }] },
});
