import type { LoadedProduct, StoredProduct } from '../../catalog/service.ts';
import type { Attribute } from '../../eav/service.ts';
import { renamedAttributes, stockFields, stockNumbers } from '../products/columns.ts';
import { productColumns, unlistedAttributes } from './columns.ts';
import type { ExportNames } from './lookups.ts';
import {
  bundleText,
  customOptionsText,
  downloadsText,
  imageCells,
  linkCells,
  variationsText,
  type ExportedView,
} from './structures.ts';
import { decimalText, listText, pairsText, timeText } from './texts.ts';

type Cells = Readonly<Record<string, string>>;

/** Columns of attributes, by the code of the attribute. */
const columnOf = new Map(productColumns.map((column) => [renamedAttributes[column] ?? column, column]));

/** The row of a product with the values that all store views inherit. */
export function globalRow(
  loaded: LoadedProduct,
  variants: ReadonlyMap<number, StoredProduct>,
  { names, views }: { readonly names: ExportNames; readonly views: readonly ExportedView[] },
): string[] {
  const { product, extensions } = loaded;
  const { variations, labels } = variationsText(loaded, variants, names);
  const { links, samples } = downloadsText(loaded);
  return rowOf({
    ...valueCells(product, product.values, names),
    ...stockCells(extensions.stock),
    ...imageCells(loaded),
    ...linkCells(loaded),
    sku: product.sku,
    attribute_set_code: names.setName(product.attribute_set_id),
    product_type: product.type_id,
    categories: names.categories(product.category_places.map(({ category_id }) => category_id)),
    product_websites: names.websites(product.website_ids),
    created_at: timeText(product.created_at, true),
    updated_at: timeText(product.updated_at, true),
    website_id: '0',
    custom_options: customOptionsText(loaded.options ?? []),
    bundle_values: bundleText(loaded, views),
    configurable_variations: variations,
    configurable_variation_labels: labels,
    downloadable_links: links,
    downloadable_samples: samples,
    giftcard_amount: listText((extensions.giftCard?.amounts ?? []).map(({ value }) => decimalText(Number(value), 4))),
  });
}

/** A product in a store view, with its custom options if they differ from those of all store views. */
interface ViewedProduct {
  readonly product: StoredProduct;
  readonly options: string;
}

/** The row of a store view's own values; undefined if it has none. */
export function storeRow(
  { product, options }: ViewedProduct,
  storeCode: string,
  isGlobal: (attribute: Attribute) => boolean,
  names: ExportNames,
): string[] | undefined {
  const own = Object.entries(product.overrides).filter(([code]) => {
    const attribute = names.attributes.byCode.get(code);
    return attribute && !isGlobal(attribute);
  });
  const cells = { ...valueCells(product, Object.fromEntries(own), names), custom_options: options };
  if (Object.values(cells).every((cell) => cell === '')) return undefined;
  return rowOf({
    ...cells,
    sku: product.sku,
    store_view_code: storeCode,
    attribute_set_code: names.setName(product.attribute_set_id),
    product_type: product.type_id,
  });
}

function rowOf(cells: Cells): string[] {
  return productColumns.map((column) => cells[column] ?? '');
}

/** Values of attributes in their columns; those without a column in `additional_attributes`, in order of their codes. */
function valueCells(
  { attribute_set_id, type_id }: StoredProduct,
  values: StoredProduct['values'],
  names: ExportNames,
): Cells {
  const cells: Record<string, string> = {};
  const additional: Record<string, string> = {};
  const inSet = names.attributes.inSet(attribute_set_id);
  for (const code of Object.keys(values).sort()) {
    const attribute = inSet.get(code);
    const value = values[code];
    if (!attribute || value === undefined || !isListed(attribute, type_id)) continue;
    const text = names.value(attribute, value);
    const column = columnOf.get(code);
    if (column !== undefined) cells[column] = text;
    else if (text !== '') additional[code] = text;
  }
  return { ...cells, additional_attributes: pairsText(additional) };
}

function isListed({ code, frontendInput, backendType, applyTo }: Attribute, typeId: string): boolean {
  return (
    !unlistedAttributes.has(code) &&
    frontendInput !== 'media_image' &&
    (backendType !== 'static' || columnOf.has(code)) &&
    (applyTo.length === 0 || applyTo.includes(typeId))
  );
}

function stockCells(stock: LoadedProduct['extensions']['stock']): Cells {
  if (!stock) return {};
  const fields: Readonly<Record<string, unknown>> = { ...stock };
  return Object.fromEntries(
    Object.entries(stockFields).map(([column, field]) => [column, stockText(field, fields[field])]),
  );
}

function stockText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  const isQuantity = stockNumbers.has(field) && field !== 'backorders';
  return isQuantity ? decimalText(Number(value), 4) : String(Number(value));
}
