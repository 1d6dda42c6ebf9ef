import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { checkColumns } from '../../../kernel/csv-columns.ts';
import type { Call } from '../../../kernel/call.ts';
import { sourceErrors } from '../errors.ts';
import { sourceItemsAfter } from './read.ts';
import { MAX_SKU_LENGTH, writeItems, type NewSourceItem } from './save.ts';

/** Lines per transaction. */
const BATCH = 10_000;
/** Rows per database read. */
const PAGE = 5_000;

const columns = ['source_code', 'sku', 'status', 'quantity'] as const;

/** A rejected line, and the reason. */
interface RefusedLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** The result of an import. */
interface ImportedFile {
  readonly written: number;
  readonly refused: readonly RefusedLine[];
}

/**
 * Imports a CSV file of source items with the columns `source_code`, `sku`, `status` and `quantity`, 10,000 lines per
 * transaction. The file may have any length. Invalid lines are reported and skipped. Throws if the file is missing,
 * lacks a column or has an additional one.
 */
export async function importItems(call: Call, path: string): Promise<ImportedFile> {
  const refused: RefusedLine[] = [];
  let written = 0;
  let batch: NewSourceItem[] = [];
  const flush = async (): Promise<void> => {
    const items = batch;
    batch = [];
    if (items.length === 0) return;
    await call.transaction((inside) => writeItems(inside, items));
    written += items.length;
  };
  const rows = parse({ columns: readHeader, bom: true, skip_empty_lines: true, relax_column_count: true, info: true });
  // The consumer of the rows receives errors of the file.
  pipeline(createReadStream(path), rows, () => {});
  for await (const { record, info } of rows as AsyncIterable<{ record: Row; info: { lines: number } }>) {
    const read = readRow(call, record);
    if (typeof read === 'string') refused.push({ line: info.lines, reason: read });
    else batch.push(read);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return { written, refused };
}

function readHeader(names: readonly string[]): string[] {
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw sourceErrors.columnsMissing([missing.join(', ')]);
  checkColumns(names, (name) => columns.some((column) => column === name));
  return [...names];
}

type Row = Readonly<Partial<Record<(typeof columns)[number], string>>>;

/** A source item from a line, or the error in the line. */
function readRow(call: Call, { source_code = '', sku = '', status = '', quantity = '' }: Row): NewSourceItem | string {
  if (sku.trim() === '') return 'no sku';
  if (sku.trim().length > MAX_SKU_LENGTH) return `a sku of more than ${MAX_SKU_LENGTH} characters`;
  if (!call.services.multiSource.network.current.sources.has(source_code)) return `no source ${source_code}`;
  const amount = Number(quantity);
  if (quantity.trim() === '' || !Number.isFinite(amount)) return `quantity ${quantity} is no number`;
  if (status !== '0' && status !== '1') return `status ${status} is neither 0 nor 1`;
  return { source_code, sku: sku.trim(), quantity: amount, status: status === '1' ? 1 : 0 };
}

/**
 * Exports all source items, or those of one source, to a CSV file; returns their number. Memory use does not grow with
 * it.
 */
export async function exportItems(call: Call, path: string, source: string | undefined): Promise<number> {
  const file = createWriteStream(path);
  const write = async (line: string): Promise<void> => {
    if (!file.write(`${line}\n`)) await new Promise((resolve) => file.once('drain', resolve));
  };
  await write(columns.join(','));
  let written = 0;
  let after = 0;
  for (;;) {
    const items = await sourceItemsAfter(call, after, PAGE, source);
    for (const item of items) await write(columns.map((column) => cell(String(item[column]))).join(','));
    written += items.length;
    after = items.at(-1)?.item_id ?? after;
    if (items.length < PAGE) break;
  }
  file.end();
  await finished(file);
  return written;
}

function cell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
