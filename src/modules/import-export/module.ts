import { module } from '../../kernel/module.ts';
import { importProductFile } from './product-file.ts';
import { createImportService } from './service.ts';

/** Files and lists of records, in and out. */
export const importExport = module({
  name: 'ImportExport',
  needs: ['store', 'eav', 'customer', 'catalog', 'availability', 'multiSource'],
  services: { imports: createImportService },
  contributes: { fileImports: [{ extension: 'csv', run: importProductFile }] },
});
