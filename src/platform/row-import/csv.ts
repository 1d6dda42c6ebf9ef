import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { checkColumns } from '../../kernel/csv-columns.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { errorCode, errorMessage } from '../../kernel/thrown.ts';
import { fileErrors } from './errors.ts';
import type { ImportRow } from './rows.ts';
import { decodeText } from './decode-text.ts';

/** How a CSV file is written; undefined: it is recognised. */
interface CsvFormat {
  /** Name of the character encoding; default: UTF-8, or UTF-16 with a byte order mark. */
  readonly encoding?: string | undefined;
  /** The character between cells; default: the one of `,`, `;` and tab that the header has most of. */
  readonly separator?: string | undefined;
  /** Columns that the file has to have. */
  readonly required?: readonly string[] | undefined;
}

/** Greatest size of a row, in bytes. */
export const MOST_BYTES = 64 * 2 ** 20;
const separators = [',', ';', '\t', '|'] as const;
/** Bytes of the file in which the header is looked for. */
const HEADER_BYTES = 65_536;

/** A row with all of its cells. */
export interface CsvRecord {
  /** Line of the file where it begins, from 1. */
  readonly line: number;
  /** Line where it ends. */
  readonly lastLine: number;
  readonly cells: readonly string[];
}

/** The rows of a CSV file, the first one included. Throws 400 for an unknown encoding, and for text that is no CSV. */
export async function* readRecords(
  open: () => AsyncIterable<Buffer>,
  format: Pick<CsvFormat, 'encoding' | 'separator'>,
): AsyncGenerator<CsvRecord> {
  const text = decodeText(open(), format.encoding);
  const { separator, rest } = await withSeparator(text, format.separator);
  const parser = parse({
    delimiter: separator,
    bom: true,
    ltrim: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MOST_BYTES,
  });
  // The consumer of the rows receives errors of the file.
  pipeline(Readable.from(rest), parser, () => {});
  let last = 0;
  const records: AsyncIterable<ParsedRecord> = parser;
  for await (const { record, info } of readable(records)) {
    const cells = record.map(trimmed);
    yield { line: Math.max(last + 1, info.lines - breaksIn(cells)), lastLine: info.lines, cells };
    last = info.lines;
  }
}

/**
 * The rows of a CSV file with a header. A row with too few or too many cells has a fault in place of cells. Throws 400 for a
 * file that cannot be read as a whole: unknown encoding, columns that `isColumn` rejects, columns that occur twice.
 */
export async function* readCsv(
  open: () => AsyncIterable<Buffer>,
  format: CsvFormat,
  isColumn: (name: string) => boolean,
): AsyncGenerator<ImportRow> {
  let names: readonly string[] | undefined;
  for await (const { line, lastLine, cells } of readRecords(open, format)) {
    if (names) yield rowOf(names, cells, { from: line, to: lastLine });
    else names = readHeader(cells, isColumn, format.required);
  }
  if (!names) throw fileErrors.fileEmpty();
}

/** A row as the parser returns it. */
interface ParsedRecord {
  readonly record: readonly string[];
  /** `lines`: the line where it ends. */
  readonly info: { readonly lines: number };
}

/** Throws 400 for text that is no CSV, such as one with a quotation that never ends. */
async function* readable(records: AsyncIterable<ParsedRecord>): AsyncGenerator<ParsedRecord> {
  try {
    yield* records;
  } catch (error) {
    if (!errorCode(error)?.startsWith('CSV_')) throw error;
    throw fileErrors.notCsv([errorMessage(error)], { cause: error });
  }
}

/** A cell without blanks around it. The parser leaves quotation marks in place when blanks follow the closing one. */
function trimmed(cell: string): string {
  const text = cell.trimEnd();
  if (text.length === cell.length || !/^"[^"]*"$/.test(text)) return text;
  return text.slice(1, -1).trim();
}

function readHeader(
  record: readonly string[],
  isColumn: (name: string) => boolean,
  required: readonly string[] = [],
): readonly string[] {
  const names = record.map((name) => name.trim());
  checkColumns(names, isColumn);
  const twice = names.find((name, i) => name !== '' && names.indexOf(name) !== i);
  if (twice !== undefined) throw fileErrors.columnTwice([twice]);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) throw fileErrors.columnsMissing([missing.join(', ')]);
  return names;
}

function rowOf(
  names: readonly string[],
  record: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): ImportRow {
  const cells = new Map<string, string>();
  for (const [i, value] of record.entries()) {
    if (value === '') continue;
    const name = names[i];
    if (name) cells.set(name, value);
    else if (i < names.length) return unnamed(from, cells, i, value);
  }
  const surplus = record.slice(names.length).some((value) => value !== '');
  if (record.length >= names.length && !surplus) return { line: from, cells };
  const extent = to > from ? `lines ${from} to ${to}, a quotation mark may be missing` : `line ${from}`;
  return { line: from, cells, fault: `${record.length} cells in place of ${names.length} (${extent})` };
}

function unnamed(line: number, cells: ImportRow['cells'], index: number, value: string): ImportRow {
  return { line, cells, fault: `"${value}" stands in column ${index + 1}, which has no name` };
}

function breaksIn(record: readonly string[]): number {
  let count = 0;
  for (const cell of record) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  }
  return count;
}

/** The separator that a caller names: one character, or `\t` for a tab; undefined for none. Throws 400 for other texts. */
export function chosenSeparator(wish: string | undefined): string | undefined {
  if (wish === '\\t') return '\t';
  if (wish !== undefined && wish.length !== 1)
    throw platformErrors.invalidValue({ value: wish, fieldName: 'separator' });
  return wish;
}

/** Finds the separator in the header, and returns the text with it. */
async function withSeparator(
  text: AsyncGenerator<Buffer>,
  wish: string | undefined,
): Promise<{ separator: string; rest: AsyncIterable<Buffer> }> {
  const chosen = chosenSeparator(wish);
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEADER_BYTES && !head.includes(10)) {
    const { value, done } = await text.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const separator = chosen ?? commonest(head.toString('utf8').split('\n', 1)[0] ?? '');
  return { separator, rest: joined(head, text) };
}

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

/** The separator that occurs most in a header, outside of quotation marks. */
function commonest(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (sign: string): number => bare.split(sign).length;
  return separators.reduce<string>((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}
