import type { Call } from '../../../kernel/call.ts';
import type { RefusedRow } from '../../../kernel/file-imports.ts';
import { attemptTogether, groupsOf, type GroupSize } from '../../../platform/execution/groups.ts';
import type { ProductInput } from '../../catalog/products/types.ts';
import type { LoadedProduct } from '../../catalog/service.ts';
import { refusalOf, type ImportBehavior } from '../../../platform/row-import/within.ts';
import { CellFault, type ImportRow } from '../../../platform/row-import/rows.ts';
import { linksAfter } from './links.ts';
import type { ProductLookups } from './lookups.ts';
import type { ProductImportOptions } from './settings.ts';
import { optionsInViews } from './option-titles.ts';
import { headOf, inputOf, scopeOf } from './translate.ts';
import type { Translation } from './translation.ts';
import { textOf } from '../../../platform/row-import/values.ts';

/** What a pass over the file saves of each row. */
export type SavedPart = 'product' | 'links';

/** How rows are saved. */
export interface SavingContext {
  readonly behavior: ImportBehavior;
  readonly lookups: ProductLookups;
  readonly options: ProductImportOptions;
  readonly groupSize: GroupSize;
}

/** The result of saving some rows. */
interface SavedRows {
  /** SKUs of products that did not exist before. */
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
  readonly refused: readonly RefusedRow[];
}

/** A row with its SKU. */
interface KeyedRow {
  readonly row: ImportRow;
  readonly sku: string;
}

/** A row that can be saved. */
interface ReadyRow extends KeyedRow {
  /** Undefined: the product is only deleted. */
  readonly input: ProductInput | undefined;
  /** Whether the product is deleted first. */
  readonly isReplaced: boolean;
}

/** The SKU of a row; empty if it has none. */
function skuOf({ cells }: ImportRow): string {
  const sku = cells.get('sku');
  return sku === undefined ? '' : textOf('sku', sku).trim();
}

/**
 * Saves rows of one scope in the open transaction. A row that is refused changes nothing and does not stop the others; what it
 * would have created by name stays.
 */
export async function saveRows(
  inside: Call,
  rows: readonly ImportRow[],
  part: SavedPart,
  context: SavingContext,
): Promise<SavedRows> {
  const { catalog } = inside.services;
  const keyed = rows.map((row) => ({ row, sku: skuOf(row) }));
  const existing = await loadExisting(inside, keyed, part);
  const viewOptions = await optionsInViews(inside, keyed);
  const refused: RefusedRow[] = [];
  const ready: ReadyRow[] = [];
  for (const one of keyed) {
    try {
      const before = existing.get(catalog.foldSku(one.sku));
      const saved = { before, viewOptions: viewOptions.get(one.row) };
      ready.push(await readRow(inside, one, part, saved, context));
    } catch (error) {
      refused.push(refusalOf(one.row, one.sku, error));
    }
  }
  const savedSkus: string[] = [];
  const keyOf = ({ input, isReplaced, sku }: ReadyRow): string | undefined =>
    input && !isReplaced && catalog.standsAlone(input) ? catalog.foldSku(sku) : undefined;
  for (const group of groupsOf(ready, context.groupSize, keyOf)) {
    const failed = await saveGroup(inside, group, context.groupSize);
    refused.push(...failed);
    const lines = new Set(failed.map(({ line }) => line));
    savedSkus.push(...group.flatMap(({ row, sku }) => (lines.has(row.line) ? [] : [sku])));
  }
  if (context.behavior === 'delete') return { created: [], updated: [], deleted: savedSkus, refused };
  const isNew = (sku: string): boolean => !existing.has(catalog.foldSku(sku));
  return { created: savedSkus.filter(isNew), updated: savedSkus.filter((sku) => !isNew(sku)), deleted: [], refused };
}

/** Saves rows on different products: together where that succeeds, otherwise each in a savepoint of its own. */
async function saveGroup(inside: Call, group: readonly ReadyRow[], groupSize: GroupSize): Promise<RefusedRow[]> {
  const save = async ({ row, sku, input, isReplaced }: ReadyRow, call: Call): Promise<void> => {
    const { catalog } = call.services;
    if (isReplaced) await catalog.deleteProduct(call, sku);
    if (input) await catalog.saveProduct(call.with({ scope: scopeOf(call, row) }), input);
  };
  if (group.length > 1) {
    const works = group.map((one) => (call: Call) => save(one, call));
    const isDone = (await attemptTogether(inside, works)) !== undefined;
    groupSize.learn(isDone);
    if (isDone) return [];
  }
  const refused: RefusedRow[] = [];
  for (const one of group) {
    try {
      await inside.savepoint((call) => save(one, call));
    } catch (error) {
      refused.push(refusalOf(one.row, one.sku, error));
    }
  }
  return refused;
}

/** Columns that need a product's present data of further tables. */
const galleryColumns = [
  'base_image',
  'small_image',
  'thumbnail_image',
  'swatch_image',
  'additional_images',
  'hide_from_product_page',
];
const downloadColumns = ['downloadable_links', 'downloadable_samples'];

/** The products of rows as they are, by folded SKU, with what the rows need of them. */
async function loadExisting(
  call: Call,
  rows: readonly KeyedRow[],
  part: SavedPart,
): Promise<Map<string, LoadedProduct>> {
  const { catalog } = call.services;
  const has = (columns: readonly string[]): boolean =>
    rows.some(({ row }) => columns.some((column) => row.cells.has(column)));
  const found = await catalog.productsBySku(
    call,
    rows.map(({ sku }) => sku),
    0,
  );
  if (found.size === 0) return new Map();
  const wishes = {
    fields: [
      ...(has(galleryColumns) ? (['media'] as const) : []),
      ...(part === 'links' || has(['associated_skus']) ? (['links'] as const) : []),
    ],
    extensions: has(downloadColumns) ? (['downloads'] as const) : [],
  };
  const loaded = await catalog.loadAdded(call, [...found.values()], wishes);
  return new Map(loaded.map((one) => [catalog.foldSku(one.product.sku), one]));
}

async function readRow(
  call: Call,
  one: KeyedRow,
  part: SavedPart,
  { before, viewOptions }: Pick<Translation, 'before' | 'viewOptions'>,
  { lookups, options, behavior }: SavingContext,
): Promise<ReadyRow> {
  const { row, sku } = one;
  if (behavior === 'delete') {
    if (!before) throw new CellFault('sku', `there is no product "${sku}"`);
    return { ...one, input: undefined, isReplaced: true };
  }
  const { storeId } = scopeOf(call, row);
  if (storeId !== 0 && !before) throw new CellFault('sku', `there is no product "${sku}"`);
  if (part === 'links')
    return { ...one, input: { sku, product_links: linksAfter(row, sku, before, options) }, isReplaced: false };
  const isReplaced = behavior === 'replace' && storeId === 0 && before !== undefined;
  const kept = isReplaced ? undefined : before;
  const { typeId, set } = headOf(call, row, lookups, kept);
  const translation = { lookups, options, before: kept, viewOptions, sku, typeId, set, storeId };
  const input = await inputOf(call, row, translation);
  return { ...one, input, isReplaced };
}
