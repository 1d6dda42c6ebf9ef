import type { FileImport } from '../../kernel/file-imports.ts';
import { module } from '../../kernel/module.ts';
import { importRowFile, type RowKind } from '../../platform/row-import/row-kind.ts';
import { addressRows } from './customers/address-rows.ts';
import { compositeRows } from './customers/composite-rows.ts';
import { exportAddresses, exportCustomers } from './customers/export.ts';
import { exportFinances, financeRows } from './customers/finance-rows.ts';
import { customerRows } from './customers/rows.ts';
import { exportOrders } from './order-export.ts';
import { exportProducts } from './product-export/export.ts';
import { importProductFile } from './product-file.ts';
import { createImportService } from './service.ts';
import { exportTaxRates, taxRateRows } from './tax-rates.ts';
import { exportTierPrices } from './tier-export.ts';
import { tierPriceRows } from './tier-prices.ts';

const fileImport = (kind: string, rows: RowKind): FileImport => ({
  kind,
  extension: 'csv',
  run: (call, file, settings) => importRowFile(call, file, settings, rows),
});

/** Files and lists of records, in and out. */
export const importExport = module({
  name: 'ImportExport',
  needs: [
    'store',
    'directory',
    'eav',
    'customer',
    'catalog',
    'availability',
    'multiSource',
    'tax',
    'sales',
    'downloadable',
  ],
  services: { imports: createImportService },
  contributes: {
    fileImports: [
      { kind: 'products', extension: 'csv', run: importProductFile },
      fileImport('advanced-pricing', tierPriceRows),
      fileImport('customers', customerRows),
      fileImport('addresses', addressRows),
      fileImport('customers-with-addresses', compositeRows),
      fileImport('finances', financeRows),
      fileImport('tax-rates', taxRateRows),
    ],
    fileExports: [
      { kind: 'products', filters: ['since', 'store'], hasFiles: true, rows: exportProducts },
      { kind: 'customers', filters: ['since', 'store'], rows: exportCustomers },
      { kind: 'addresses', filters: ['since', 'store'], rows: exportAddresses },
      { kind: 'finances', filters: ['store'], rows: exportFinances },
      { kind: 'advanced-pricing', filters: ['since'], rows: exportTierPrices },
      { kind: 'tax-rates', filters: [], rows: exportTaxRates },
      { kind: 'orders', filters: ['since', 'store'], rows: exportOrders },
    ],
  },
});
