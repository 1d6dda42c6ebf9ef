import type { ProductInput } from '../../catalog/products/types.ts';
import type { ProductOption } from '../../catalog/service.ts';
import type { Call } from '../../../kernel/call.ts';
import { CellFault, type ImportRow } from '../../../platform/row-import/rows.ts';
import { recordsOf } from './lists.ts';
import { customOptionNames, PairReader } from './structures.ts';
import { storeCodeOf } from './store-code.ts';
import type { Translation } from './translation.ts';

type OptionInput = NonNullable<ProductInput['options']>[number];
type Prices = Pick<ProductOption, 'price' | 'price_type'>;

/** The column of custom options; in the row of a store view, it has their titles. */
export const OPTIONS_COLUMN = 'custom_options';

/** The custom options that the products of rows have in the store views of these rows; none for rows without titles. */
export async function optionsInViews(
  call: Call,
  rows: readonly { readonly row: ImportRow; readonly sku: string }[],
): Promise<Map<ImportRow, readonly ProductOption[]>> {
  const { catalog, store } = call.services;
  const titled = rows.filter(({ row }) => row.cells.has(OPTIONS_COLUMN) && storeCodeOf(row) !== undefined);
  const found = new Map<ImportRow, readonly ProductOption[]>();
  for (const code of new Set(titled.map(({ row }) => storeCodeOf(row) ?? ''))) {
    const storeId = store.view(code)?.id;
    if (storeId === undefined) continue;
    const inView = titled.filter(({ row }) => storeCodeOf(row) === code);
    const skus = inView.map(({ sku }) => sku);
    const products = await catalog.productsBySku(call, skus, storeId);
    const loaded = await catalog.loadAdded(call, [...products.values()], { fields: ['options'], extensions: [] });
    const bySku = new Map(loaded.map(({ product, options }) => [catalog.foldSku(product.sku), options ?? []]));
    for (const { row, sku } of inView) found.set(row, bySku.get(catalog.foldSku(sku)) ?? []);
  }
  return found;
}

/**
 * The custom options of a product with the titles of a store view's row, and its prices where websites have their own; undefined
 * for a row without titles. Records stand for the options of the product in their order, as in exports. Throws for other
 * options, and for prices that all store views share.
 */
export function titledOptions(
  { cells }: ImportRow,
  { sku, viewOptions: stored = [], lookups: { arePricesGlobal } }: Translation,
): OptionInput[] | undefined {
  const column = OPTIONS_COLUMN;
  const cell = cells.get(column);
  if (cell === undefined) return undefined;
  const records = recordsOf(column, cell).map((pairs) => new PairReader(column, pairs, customOptionNames));
  const expected = stored.reduce((count, { values }) => count + (values?.length ?? 1), 0);
  if (records.length !== expected) throw new CellFault(column, otherOptions);
  const pricesOf = (record: PairReader, before: Prices): Prices => {
    const price = record.number('price') ?? before.price;
    const price_type = record.text('price_type') ?? before.price_type;
    const isSame = Number(price) === Number(before.price) && price_type === before.price_type;
    if (isSame) return { price: before.price, price_type: before.price_type };
    if (arePricesGlobal) throw new CellFault(column, 'all store views share the prices of custom options');
    return { price, price_type };
  };
  let next = 0;
  return stored.map(({ values, ...option }) => {
    const own = records.slice(next, (next += values?.length ?? 1));
    if (own.some((record) => record.required('type') !== option.type)) throw new CellFault(column, otherOptions);
    const title = own[0]?.required('name') ?? option.title;
    const input: OptionInput = { ...option, product_sku: sku, title };
    if (!values) return own[0] ? { ...input, ...pricesOf(own[0], option) } : input;
    input.values = values.map((value, i) => {
      const record = own[i];
      return record ? { ...value, title: record.required('option_title'), ...pricesOf(record, value) } : { ...value };
    });
    return input;
  });
}

const otherOptions = 'a store view has the options of all store views, in the same order, with titles of its own';
