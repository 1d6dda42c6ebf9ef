import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { checkColumns } from '../../kernel/csv-columns.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { isRecord } from '../../kernel/fields.ts';
import type { Platform } from '../../kernel/platform.ts';
import { inspectJson, readList } from './json-file.ts';
import { MOST_BYTES } from './json-lists.ts';

/** A product as on the wire, not yet checked. */
type RawProduct = Readonly<Record<string, unknown>>;

/** The products of a file, read as they are asked for. */
interface ProductFile {
  readonly count: number;
  readonly products: AsyncIterable<RawProduct>;
}

/** Columns that are fields of a product; of the others, some have a meaning of their own, and the rest are custom attributes. */
const fields = new Set(['id', 'sku', 'name', 'attribute_set_id', 'price', 'status', 'visibility', 'type_id', 'weight']);
const special = new Set(['qty', 'website_ids', 'category_ids']);

/**
 * Opens a file of products: JSON (a list, or an object with `items` or `products`) or CSV. Of CSV columns, `qty` is the stock,
 * `category_ids` and `website_ids` are lists separated by commas, empty cells say nothing. The file is read twice, so that one that
 * is broken at its end is refused before anything of it is taken, and never held as a whole. Throws for a CSV column that is neither
 * a field nor an attribute of products.
 */
export async function openProducts({ decoding }: Pick<Platform, 'decoding'>, file: string): Promise<ProductFile> {
  if (/\.json$/i.test(file)) return openJson(file);
  if (!/\.csv$/i.test(file)) throw new Error(`${file}: name a .csv or .json file`);
  const isColumn = (name: string): boolean =>
    fields.has(name) || special.has(name) || decoding.attributeType('catalog_product', name) !== undefined;
  return { count: await checkRows(file, isColumn), products: readCsv(file) };
}

/** Checks the columns of a CSV file; gives the number of its products. */
async function checkRows(file: string, isColumn: (name: string) => boolean): Promise<number> {
  let count = 0;
  for await (const row of readRows(file, (names) => checkColumns(names, isColumn))) {
    count++;
    for (const [column, value] of Object.entries(row)) {
      if (!column.startsWith(UNNAMED) || value === '') continue;
      const place = `row ${count + 1}, column ${column.slice(UNNAMED.length)}`;
      throw platformErrors.columnsNotSupported([`${place}: "${value}" stands in a column without a name.`]);
    }
  }
  return count;
}

/** Begins the key of a column without a name; its number follows. */
const UNNAMED = '\0';

async function openJson(file: string): Promise<ProductFile> {
  const { itself, members } = await inspectJson(file);
  const [items = 'null', products = 'null'] = [members.get('items'), members.get('products')];
  const list = itself ?? (items === 'null' ? products : items);
  if (typeof list === 'string') throw new Error(`${file}: no list of products`);
  return { count: list.length, products: unwrapped(readList(file, list)) };
}

async function* unwrapped(list: AsyncIterable<unknown>): AsyncGenerator<RawProduct, void, undefined> {
  for await (const one of list) {
    const product = isRecord(one) && isRecord(one.product) ? one.product : one;
    yield isRecord(product) ? product : {};
  }
}

async function* readCsv(file: string): AsyncGenerator<RawProduct, void, undefined> {
  for await (const row of readRows(file)) yield fromRow(row);
}

function readRows(file: string, check?: (names: readonly string[]) => void): AsyncIterable<Record<string, string>> {
  const columns = (names: readonly string[]): string[] => {
    check?.(names);
    return names.map((name, i) => name || `${UNNAMED}${i + 1}`);
  };
  const rows = parse({ columns, bom: true, trim: true, skip_empty_lines: true, max_record_size: MOST_BYTES });
  // Who goes through the rows is told of errors of the file.
  pipeline(createReadStream(file), rows, () => {});
  return rows;
}

function fromRow(row: Record<string, string>): RawProduct {
  const product: Record<string, unknown> = {};
  const custom: { attribute_code: string; value: string | string[] }[] = [];
  const extension: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    if (value === '') continue;
    if (fields.has(column)) product[column] = value;
    else if (column === 'qty') extension.stock_item = { qty: Number(value), is_in_stock: Number(value) > 0 };
    else if (column === 'website_ids') extension.website_ids = value.split(',').map(Number);
    else if (column === 'category_ids') custom.push({ attribute_code: column, value: value.split(',') });
    else custom.push({ attribute_code: column, value });
  }
  if (custom.length > 0) product.custom_attributes = custom;
  if (Object.keys(extension).length > 0) product.extension_attributes = extension;
  return { attribute_set_id: 4, type_id: 'simple', ...product };
}
