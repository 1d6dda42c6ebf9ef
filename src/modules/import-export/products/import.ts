import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Call } from '../../../kernel/call.ts';
import { tryOut, Undone, undoable } from '../../../kernel/undo.ts';
import type { ImportedRows, ImportListener, RefusedRow } from '../../../kernel/file-imports.ts';
import { newGroupSize } from '../../../platform/execution/groups.ts';
import type { ImportBehavior } from '../../../platform/row-import/within.ts';
import type { ImportRow } from '../../../platform/row-import/rows.ts';
import { openLineIndex, type LineIndex } from '../../../storage/line-index.ts';
import { isProductColumn } from './columns.ts';
import { hasLinks } from './links.ts';
import { recordsOf } from './lists.ts';
import { loadLookups } from './lookups.ts';
import { openMediaStock, type MediaStock } from './media-stock.ts';
import type { MediaSource } from './media-source.ts';
import { saveRows, type SavedPart, type SavingContext } from './save.ts';
import type { ProductImportOptions } from './settings.ts';
import { storeCodeOf } from './store-code.ts';

/** Rows per transaction. */
const BATCH = 128;

/** Rows of products, which are read several times. `isColumn` rejects columns before the first row. */
type ProductRows = (isColumn: (name: string) => boolean) => AsyncIterable<ImportRow>;

/** What an import does, and who hears of it. */
interface ProductImport extends Omit<ProductImportOptions, 'selects' | 'media'>, ImportListener {
  readonly behavior: ImportBehavior;
  readonly media: MediaSource;
  /** Folder in which files of other servers are held until their rows are saved. */
  readonly downloadFolder: string;
  /** More refused rows than these stop the import, and nothing is imported; undefined: no limit. */
  readonly mostRefused?: number | undefined;
  /** Whether all changes are undone at the end. */
  readonly isTrial: boolean;
}

/** The result of an import. */
interface ImportedProducts extends ImportedRows {
  readonly refused: number;
  /** The refused rows of an import with a limit of them; without one they are only reported, as there may be any number. */
  readonly refusedRows: readonly RefusedRow[];
  readonly deleted: number;
  /** Products that were created, changed or deleted by rows of all store views. */
  readonly entities: number;
  /** Whether nothing was imported, because too many rows were refused. */
  readonly isStopped: boolean;
}

/** What a first reading of the rows finds. */
interface ScannedRows {
  readonly count: number;
  readonly selects: ReadonlySet<string>;
  readonly passes: readonly Pass[];
}

/** A pass over the rows: each saves some of them, or a part of them. */
interface Pass {
  readonly part: SavedPart;
  includes(row: ImportRow): boolean;
}

/** The parts of a running import. */
interface RunningImport {
  readonly rows: ProductRows;
  readonly settings: ProductImport;
  readonly progress: Progress;
  readonly stock: MediaStock;
}

/**
 * Imports products. Rows are read several times: first to find faults of the file and rows without products; then simple
 * products, products made of others, links between products, and values of store views. Each row is saved whole or not at all, 128
 * in a transaction. A trial, and an import with a limit of refused rows, take one transaction for all. Files of other servers are
 * downloaded before the transaction that saves their rows.
 */
export async function importProducts(
  call: Call,
  rows: ProductRows,
  settings: ProductImport,
): Promise<ImportedProducts> {
  const progress = new Progress(settings);
  const { media: source, valueSeparator: separator, downloadFolder: folder, isTrial, mostRefused } = settings;
  const stock = openMediaStock({ source, separator, folder, readsSurplus: isTrial });
  const work = (inside: Call): Promise<void> => importAll(inside, { rows, settings, progress, stock });
  try {
    const isOneTransaction = isTrial || mostRefused !== undefined;
    if (isOneTransaction && settings.behavior !== 'delete') await stockAll(call, rows, stock);
    if (isTrial) await tryOut(call, work);
    else if (mostRefused !== undefined) await undoable(call, work);
    else await work(call);
    return progress.result();
  } finally {
    progress.close();
    await stock.close();
  }
}

/** Returns the test of the columns of products. */
async function columnsOf(call: Call): Promise<(name: string) => boolean> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  return (name) => isProductColumn(name, (code) => byCode.has(code));
}

/** Downloads the files of all rows, before the transaction for all of them. */
async function stockAll(call: Call, rows: ProductRows, stock: MediaStock): Promise<void> {
  for await (const batch of batches(rows(await columnsOf(call)), isGlobal)) {
    for (let at = 0; at < batch.length;) at += await stock.fill(batch.slice(at));
  }
}

async function importAll(call: Call, { rows, settings, progress, stock }: RunningImport): Promise<void> {
  const isColumn = await columnsOf(call);
  const { count, selects, passes } = await scan(rows(isColumn), settings, progress);
  progress.start(count);
  const options: ProductImportOptions = { ...settings, media: stock, selects };
  const lookups = await loadLookups(call, options);
  const context: SavingContext = { behavior: settings.behavior, lookups, options, groupSize: newGroupSize() };
  for (const { part, includes } of passes) {
    const wanted = (row: ImportRow): boolean => includes(row) && !progress.isRefused(row);
    for await (const batch of stocked(batches(rows(isColumn), wanted), part, { settings, stock })) {
      // Imports run for long, and settings change meanwhile.
      if (!call.inTransaction) await call.services.availability.settled();
      progress.add(part, batch, await call.transaction((inside) => saveRows(inside, batch, part, context)));
      if (!call.inTransaction) stock.clear();
      // SQLite answers at once: without a pause nothing else would get its turn.
      await nextTurn();
    }
  }
}

/** Downloads the files of each batch, and divides batches with more bytes than a transaction takes. */
async function* stocked(
  all: AsyncIterable<readonly ImportRow[]>,
  part: SavedPart,
  { settings, stock }: Pick<RunningImport, 'settings' | 'stock'>,
): AsyncGenerator<readonly ImportRow[]> {
  const takesFiles = part === 'product' && settings.behavior !== 'delete';
  for await (const batch of all) {
    for (let rest = batch; rest.length > 0;) {
      const count = takesFiles ? await stock.fill(rest) : rest.length;
      yield rest.slice(0, count);
      rest = rest.slice(count);
    }
  }
}

/** Counts and results so far. */
class Progress {
  readonly #settings: ProductImport;
  /** Lines of refused rows. */
  readonly #refused = openLineIndex();
  readonly #refusedRows: RefusedRow[] = [];
  #refusedCount = 0;
  #rows = 0;
  #counts = { created: 0, updated: 0, deleted: 0, entities: 0 };
  #isStopped = false;

  constructor(settings: ProductImport) {
    this.#settings = settings;
  }

  start(count: number): void {
    this.#rows = count;
    this.#settings.onStart?.(count);
  }

  isRefused({ line }: ImportRow): boolean {
    return this.#refusedCount > 0 && this.#refused.has(String(line));
  }

  refuse(row: RefusedRow): void {
    this.#refused.add(String(row.line), row.line);
    this.#refusedCount++;
    this.#settings.onRefused?.(row);
    const { mostRefused } = this.#settings;
    if (mostRefused === undefined) return;
    this.#refusedRows.push(row);
    if (this.#refusedCount <= mostRefused) return;
    this.#isStopped = true;
    throw new Undone();
  }

  add(part: SavedPart, rows: readonly ImportRow[], saved: Awaited<ReturnType<typeof saveRows>>): void {
    for (const row of saved.refused) this.refuse(row);
    // Links are the second part of rows that were counted.
    if (part === 'links') return;
    this.#counts.created += saved.created.length;
    this.#counts.updated += saved.updated.length;
    this.#counts.deleted += saved.deleted.length;
    if (rows.every(isGlobal)) {
      this.#counts.entities += saved.created.length + saved.updated.length + saved.deleted.length;
    }
    this.#settings.onProgress?.(rows.length);
  }

  result(): ImportedProducts {
    const refusedRows = this.#refusedRows.toSorted((a, b) => a.line - b.line);
    const counts = this.#isStopped ? { created: 0, updated: 0, deleted: 0, entities: 0 } : this.#counts;
    const refused = this.#refusedCount;
    return { rows: this.#rows, ...counts, refused, refusedRows, isStopped: this.#isStopped };
  }

  close(): void {
    this.#refused.close();
  }
}

const compositeTypes: ReadonlySet<unknown> = new Set(['configurable', 'bundle', 'grouped']);
const compositeColumns = ['configurable_variations', 'bundle_values', 'associated_skus'];

/** Whether a row is about a product made of others, which have to exist. */
function isComposite({ cells }: ImportRow): boolean {
  return (
    compositeTypes.has(cells.get('product_type') ?? cells.get('type_id')) ||
    compositeColumns.some((column) => cells.has(column))
  );
}

/** Reads all rows; refuses those that cannot be read, have no SKU, or repeat an earlier one. */
async function scan(
  rows: AsyncIterable<ImportRow>,
  { behavior }: ProductImport,
  progress: Progress,
): Promise<ScannedRows> {
  const lines = openLineIndex();
  try {
    return await scanInto(lines, rows, behavior, progress);
  } finally {
    lines.close();
  }
}

async function scanInto(
  lines: LineIndex,
  rows: AsyncIterable<ImportRow>,
  behavior: ImportBehavior,
  progress: Progress,
): Promise<ScannedRows> {
  const selects = new Set<string>();
  const found = { composite: false, links: false, views: false };
  let count = 0;
  for await (const row of rows) {
    count++;
    const fault = row.fault === undefined ? faultOf(row, lines) : { column: '', reason: row.fault };
    if (fault) {
      progress.refuse({ line: row.line, key: keyOf(row), ...fault });
      continue;
    }
    found.composite ||= isComposite(row);
    found.links ||= hasLinks(row);
    found.views ||= row.cells.has('store_view_code') && storeCodeOf(row) !== undefined;
    for (const code of variationCodes(row)) selects.add(code);
  }
  return { count, selects, passes: behavior === 'delete' ? [deletion] : passesFor(found) };
}

const isGlobal = (row: ImportRow): boolean => storeCodeOf(row) === undefined;
const deletion: Pass = { part: 'product', includes: isGlobal };

function passesFor(found: { readonly composite: boolean; readonly links: boolean; readonly views: boolean }): Pass[] {
  return [
    { part: 'product', includes: (row) => isGlobal(row) && !isComposite(row) },
    ...(found.composite
      ? [{ part: 'product' as const, includes: (row: ImportRow) => isGlobal(row) && isComposite(row) }]
      : []),
    ...(found.links ? [{ part: 'links' as const, includes: (row: ImportRow) => isGlobal(row) && hasLinks(row) }] : []),
    ...(found.views ? [{ part: 'product' as const, includes: (row: ImportRow) => !isGlobal(row) }] : []),
  ];
}

function keyOf(row: ImportRow): string {
  const sku = row.cells.get('sku');
  return typeof sku === 'string' || typeof sku === 'number' ? String(sku) : '';
}

/** The fault of a row without a SKU, or with the SKU and store view of an earlier row. */
function faultOf(row: ImportRow, lines: LineIndex): { column: string; reason: string } | undefined {
  const sku = keyOf(row).trim();
  if (sku === '') return { column: 'sku', reason: 'the row has no SKU' };
  const key = `${storeCodeOf(row) ?? ''}\n${sku.toLowerCase()}`;
  const earlier = lines.add(key, row.line);
  return earlier === undefined
    ? undefined
    : { column: 'sku', reason: `line ${earlier} has the same SKU and store view` };
}

/** Codes of the attributes by which the variations of a row differ; none of a cell that cannot be read. */
function variationCodes({ cells }: ImportRow): string[] {
  const cell = cells.get('configurable_variations');
  if (cell === undefined) return [];
  try {
    return recordsOf('configurable_variations', cell).flatMap((pairs) =>
      [...pairs.keys()].filter((code) => code !== 'sku'),
    );
  } catch {
    return [];
  }
}

async function* batches(
  rows: AsyncIterable<ImportRow>,
  includes: (row: ImportRow) => boolean,
): AsyncGenerator<readonly ImportRow[]> {
  let batch: ImportRow[] = [];
  for await (const row of rows) {
    if (!includes(row)) continue;
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
