import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { decodeBase64 } from '../../kernel/image.ts';
import { isOneOf } from '../../kernel/narrow.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import type { In } from '../../kernel/types.ts';
import { importedEntities } from '../import-export/types.ts';
import { importApiErrors } from './errors.ts';
import type { CsvSource, JsonSource } from './types.ts';

/** Greatest size of a CSV text, in bytes. */
const MOST_BYTES = 256 * 2 ** 20;

/** What each behaviour of the interface does. */
const behaviors = { append: 'append', add_update: 'append', replace: 'replace', delete: 'delete' } as const;
const strategies = ['validation-stop-on-errors', 'validation-skip-errors'] as const;

type SourceHead = Pick<
  In<typeof CsvSource>,
  'entity' | 'behavior' | 'validation_strategy' | 'allowed_error_count' | 'import_images_file_dir'
>;

/** Imports a CSV text. Throws 400 for a request that cannot be read; faults of rows are part of the response. */
export async function importCsv(call: Call, source: In<typeof CsvSource>): Promise<string[]> {
  const head = headOf(source);
  const content = await contentOf(source.csv_data ?? '');
  const rows = call.services.imports.csvRows(content, source.import_field_separator || ',');
  return responseOf(
    await call.services.imports.run(call, {
      ...head,
      rows,
      valueSeparator: source.import_multiple_value_separator || undefined,
      emptyText: source.import_empty_attribute_value_constant || undefined,
    }),
  );
}

/** Imports a JSON list. Throws 400 for a request that cannot be read; faults of rows are part of the response. */
export async function importJson(call: Call, source: In<typeof JsonSource>): Promise<string[]> {
  const head = headOf(source);
  if (!Array.isArray(source.items)) throw platformErrors.required({ fieldName: 'items' });
  const rows = call.services.imports.jsonRows(source.items);
  return responseOf(await call.services.imports.run(call, { ...head, rows }));
}

/** The head of a request. Throws 400 for values that the interface does not have. */
function headOf(source: SourceHead) {
  const entity = source.entity ?? '';
  const behavior = source.behavior ?? '';
  const strategy = source.validation_strategy ?? '';
  const count = source.allowed_error_count ?? '';
  if (!isOneOf(importedEntities)(entity)) throw importApiErrors.entity([entity, importedEntities.join(', ')]);
  if (!isOneOf(keysOf(behaviors))(behavior)) {
    throw platformErrors.invalidValue({ value: behavior, fieldName: 'behavior' });
  }
  if (!isOneOf(strategies)(strategy)) {
    throw platformErrors.invalidValue({ value: strategy, fieldName: 'validation_strategy' });
  }
  const allowed = Number(count);
  if (!/^\d+$/.test(count) || !Number.isSafeInteger(allowed)) {
    throw platformErrors.invalidValue({ value: count, fieldName: 'allowed_error_count' });
  }
  return {
    entity,
    behavior: behaviors[behavior],
    mostRefused: strategy === 'validation-stop-on-errors' ? 0 : allowed,
    images: source.import_images_file_dir ?? undefined,
  };
}

/** The bytes of a base64 text, which may be compressed. */
async function contentOf(text: string): Promise<Buffer> {
  const bytes = decodeBase64(text);
  if (!bytes) throw platformErrors.invalidValue({ value: `${text.slice(0, 20)}…`, fieldName: 'csv_data' });
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    throw importApiErrors.notCompressed([MOST_BYTES], { cause: error });
  }
}

/** The number of records; in place of it the first fault, if it stopped the import. */
function responseOf({
  processed,
  refused,
  isStopped,
}: {
  readonly processed: number;
  readonly refused: readonly { readonly line: number; readonly column: string; readonly reason: string }[];
  readonly isStopped: boolean;
}): string[] {
  const [first] = refused.toSorted((a, b) => a.line - b.line);
  if (!isStopped || !first) return [`Entities Processed: ${processed}`];
  return [`Row ${first.line}: ${first.column === '' ? '' : `${first.column}: `}${first.reason}`];
}
