import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { inspectJson, readList } from './json-file.ts';
import { MOST_BYTES } from './json-lists.ts';

/** A product as on the wire, not yet checked. */
type RawProduct = Readonly<Record<string, unknown>>;

/** The products of a file, read as they are asked for. */
interface ProductFile {
  readonly count: number;
  readonly products: AsyncIterable<RawProduct>;
}

/** Columns that are fields of a product; every other one is the code of a custom attribute. */
const fields = new Set(['id', 'sku', 'name', 'attribute_set_id', 'price', 'status', 'visibility', 'type_id', 'weight']);

/**
 * Opens a file of products: JSON (a list, or an object with `items` or `products`) or CSV. Of CSV columns, `qty` is the stock,
 * `category_ids` and `website_ids` are lists separated by commas, empty cells say nothing. The file is read twice, so that one that
 * is broken at its end is refused before anything of it is taken, and never held as a whole.
 */
export async function openProducts(file: string): Promise<ProductFile> {
  if (/\.json$/i.test(file)) return openJson(file);
  if (!/\.csv$/i.test(file)) throw new Error(`${file}: name a .csv or .json file`);
  let count = 0;
  for await (const _ of readRows(file)) count++;
  return { count, products: readCsv(file) };
}

async function openJson(file: string): Promise<ProductFile> {
  const { itself, members } = await inspectJson(file);
  const [items = 'null', products = 'null'] = [members.get('items'), members.get('products')];
  const list = itself ?? (items === 'null' ? products : items);
  if (typeof list === 'string') throw new Error(`${file}: no list of products`);
  return { count: list.length, products: unwrapped(readList(file, list)) };
}

async function* unwrapped(list: AsyncIterable<unknown>): AsyncGenerator<RawProduct, void, undefined> {
  for await (const one of list as AsyncIterable<RawProduct | null>) {
    yield one?.product && typeof one.product === 'object' ? (one.product as RawProduct) : (one ?? {});
  }
}

async function* readCsv(file: string): AsyncGenerator<RawProduct, void, undefined> {
  for await (const row of readRows(file)) yield fromRow(row);
}

function readRows(file: string): AsyncIterable<Record<string, string>> {
  const rows = parse({ columns: true, bom: true, trim: true, skip_empty_lines: true, max_record_size: MOST_BYTES });
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
