import { none } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { importCsv, importJson } from './import.ts';
import { CsvSource, JsonSource } from './types.ts';

const access = acl('Magento_ImportExport::import');
const partial = '`locale` changes nothing: numbers and dates are read in the form of exports';

const postCsv = route({
  method: 'POST',
  path: '/V1/import/csv',
  service: 'importCsvApiStartImportV1',
  operation: 'execute',
  summary: 'Import records of a CSV text.',
  access,
  entity: none('It imports any number of records.'),
  // Images are downloaded before the transaction.
  transaction: false,
  input: { source: CsvSource },
  partial,
  output: t.array(t.string),
  handle: ({ source }, call) => importCsv(call, source),
});

const postJson = route({
  method: 'POST',
  path: '/V1/import/json',
  service: 'importJsonApiStartImportV1',
  operation: 'execute',
  summary: 'Import records of a JSON list.',
  access,
  entity: none('It imports any number of records.'),
  // Images are downloaded before the transaction.
  transaction: false,
  input: { source: JsonSource },
  partial,
  output: t.array(t.string),
  handle: ({ source }, call) => importJson(call, source),
});

/** Routes that import records. */
export const importRoutes = [postCsv, postJson];
