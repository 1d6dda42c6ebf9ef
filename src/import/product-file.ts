import { parse } from 'csv-parse/sync';

/** A product as on the wire, not yet checked. */
type RawProduct = Record<string, unknown>;

/** Columns that are fields of a product; every other one is the code of a custom attribute. */
const fields = new Set(['id', 'sku', 'name', 'attribute_set_id', 'price', 'status', 'visibility', 'type_id', 'weight']);

/**
 * Reads products from a file's text: JSON (a list, or an object with `items` or `products`) or CSV. Of CSV columns, `qty` is
 * the stock, `category_ids` and `website_ids` are lists separated by commas, empty cells say nothing.
 */
export function readProducts(file: string, text: string): RawProduct[] {
  if (/\.json$/i.test(file)) return readJson(file, text);
  if (/\.csv$/i.test(file))
    return (
      parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true }) as Record<string, string>[]
    ).map(fromRow);
  throw new Error(`${file}: name a .csv or .json file`);
}

function readJson(file: string, text: string): RawProduct[] {
  const data: unknown = JSON.parse(text);
  const list = Array.isArray(data)
    ? data
    : ((data as Record<string, unknown>).items ?? (data as Record<string, unknown>).products);
  if (!Array.isArray(list)) throw new Error(`${file}: no list of products`);
  return list.map((one: RawProduct) =>
    one.product && typeof one.product === 'object' ? (one.product as RawProduct) : one,
  );
}

function fromRow(row: Record<string, string>): RawProduct {
  const product: RawProduct = {};
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
