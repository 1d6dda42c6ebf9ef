import type { Call } from '../../../kernel/call.ts';
import type { ProductInput } from '../../catalog/products/types.ts';
import { CellFault, type Cell, type ImportRow } from '../../../platform/row-import/rows.ts';
import { stockFields, stockNumbers } from './columns.ts';
import { downloadLinksOf, downloadSamplesOf } from './downloads.ts';
import { galleryOf } from './gallery.ts';
import { storedLinks } from './links.ts';
import { pairsOf, partsOf, recordsOf } from './lists.ts';
import { associatedOf, bundleOptionsOf, customOptionsOf } from './structures.ts';
import type { Translation } from './translation.ts';
import { flagOf, integerOf, numberOf, textOf, timeOf } from '../../../platform/row-import/values.ts';

/** Fields of a product that all store views share, and attributes that follow from them. */
interface SharedFields {
  readonly fields: ProductInput;
  readonly attributes: readonly { readonly attribute_code: string; readonly value: unknown }[];
}

/** The fields of a row that all store views share, without links to other products. */
export async function sharedFieldsOf(call: Call, row: ImportRow, translation: Translation): Promise<SharedFields> {
  const { cells } = row;
  const { sku, options, before } = translation;
  const fields: ProductInput = {};
  const created = cells.get('created_at');
  if (created !== undefined) fields.created_at = timeOf('created_at', created);
  const customOptions = cells.get('custom_options');
  if (customOptions !== undefined) {
    fields.options = customOptions === options.emptyText ? [] : customOptionsOf('custom_options', customOptions, sku);
  }
  const gallery = await galleryOf(cells, before, options);
  if (gallery) fields.media_gallery_entries = gallery;
  const associated = cells.get('associated_skus');
  if (associated !== undefined) {
    const others = storedLinks(before, sku).filter(({ link_type }) => link_type !== 'associated');
    fields.product_links = [...others, ...associatedOf('associated_skus', associated, sku)];
  }
  const { extensions, attributes } = await extensionsOf(call, row, translation);
  if (Object.keys(extensions).length > 0) fields.extension_attributes = extensions;
  return { fields, attributes };
}

async function extensionsOf(call: Call, { cells }: ImportRow, translation: Translation) {
  const { sku, options, lookups } = translation;
  const extensions = {};
  const attributes: { attribute_code: string; value: unknown }[] = [];
  const stock = stockOf(cells);
  if (stock) Object.assign(extensions, { stock_item: stock });
  const websites = websitesOf(call, cells, options.valueSeparator);
  if (websites) Object.assign(extensions, { website_ids: websites });
  const categories = cells.get('categories');
  const categoryIds = cells.get('category_ids');
  if (categories !== undefined) {
    const text = Array.isArray(categories)
      ? partsOf('categories', categories, options.valueSeparator).join('|')
      : textOf('categories', categories);
    const ids = text === options.emptyText ? [] : await lookups.categories(call, 'categories', text);
    if (ids.length > 0) attributes.push({ attribute_code: 'category_ids', value: ids });
    else Object.assign(extensions, { category_links: [] });
  } else if (categoryIds !== undefined) {
    const ids = partsOf('category_ids', categoryIds, ',').map((id) => integerOf('category_ids', id));
    attributes.push({
      attribute_code: 'category_ids',
      value: await lookups.knownCategories(call, 'category_ids', ids),
    });
  }
  const bundle = cells.get('bundle_values');
  if (bundle !== undefined) {
    const viewId = (code: string): number | undefined => call.services.store.view(code)?.id || undefined;
    Object.assign(extensions, { bundle_product_options: bundleOptionsOf('bundle_values', bundle, { sku, viewId }) });
  }
  const amounts = cells.get('giftcard_amount');
  if (amounts !== undefined)
    Object.assign(extensions, { giftcard_amounts: amountsOf(amounts, options.valueSeparator) });
  Object.assign(extensions, await variationsOf(call, cells, translation));
  await addDownloads(cells, translation, extensions, attributes);
  return { extensions, attributes };
}

function stockOf(cells: ImportRow['cells']): Record<string, number | boolean> | undefined {
  const stock: Record<string, number | boolean> = {};
  for (const [column, field] of Object.entries(stockFields)) {
    const cell = cells.get(column);
    if (cell === undefined) continue;
    const isFlag = !stockNumbers.has(field);
    const value = isFlag
      ? flagOf(column, cell)
      : field === 'backorders'
        ? integerOf(column, cell)
        : numberOf(column, cell);
    // The interface has a number for this flag alone.
    stock[field] = field === 'use_config_min_sale_qty' ? Number(value) : value;
  }
  if (Object.keys(stock).length === 0) return undefined;
  const { qty, is_in_stock } = stock;
  return typeof qty === 'number' && is_in_stock === undefined ? { ...stock, is_in_stock: qty > 0 } : stock;
}

function websitesOf(call: Call, cells: ImportRow['cells'], separator: string): number[] | undefined {
  const { store } = call.services;
  const codes = cells.get('product_websites');
  const ids = cells.get('website_ids');
  const [column, cell] = codes === undefined ? ['website_ids', ids] : ['product_websites', codes];
  if (cell === undefined) return undefined;
  return partsOf(column, cell, separator).map((name) => {
    const website = store.website(column === 'website_ids' ? integerOf(column, name) : name);
    if (!website || website.id === 0) throw new CellFault(column, `there is no website "${name}"`);
    return website.id;
  });
}

/** Amounts of a gift card on all websites. */
function amountsOf(cell: Cell, separator: string): { readonly value: number; readonly website_id: number }[] {
  const column = 'giftcard_amount';
  return partsOf(column, cell, separator).map((amount) => ({ value: numberOf(column, amount), website_id: 0 }));
}

/** Options and variants of a configurable product. */
async function variationsOf(call: Call, cells: ImportRow['cells'], translation: Translation) {
  const column = 'configurable_variations';
  const cell = cells.get(column);
  if (cell === undefined) return {};
  const { lookups, set } = translation;
  const labelCell = cells.get('configurable_variation_labels');
  const labels = labelCell === undefined ? undefined : pairsOf('configurable_variation_labels', labelCell);
  const values = new Map<string, Set<number>>();
  const variants: string[] = [];
  for (const pairs of recordsOf(column, cell)) {
    const sku = pairs.get('sku');
    if (sku === undefined) throw new CellFault(column, 'sku is missing');
    variants.push(textOf(column, sku));
    for (const [code, label] of pairs) {
      if (code === 'sku' || code === 'default') continue;
      const attribute = await lookups.attributeIn(call, column, code, set);
      const value = await lookups.option(call, column, attribute, textOf(column, label), 0);
      values.set(code, (values.get(code) ?? new Set()).add(Number(value)));
    }
  }
  const found = await call.services.catalog.productsBySku(call, variants, 0);
  const missing = variants.find((sku) => !found.has(call.services.catalog.foldSku(sku)));
  if (missing !== undefined) throw new CellFault(column, `there is no product "${missing}"`);
  const configured = [...values].map(([code, indexes], position) => {
    const attribute = lookups.attributes.byCode.get(code);
    return {
      attribute_id: String(attribute?.id ?? ''),
      label: textOf(column, labels?.get(code) ?? attribute?.label ?? code),
      position,
      values: [...indexes].map((value_index) => ({ value_index })),
    };
  });
  return {
    configurable_product_options: configured,
    configurable_product_links: variants.map((sku) => found.get(call.services.catalog.foldSku(sku))?.id ?? 0),
  };
}

/** Adds links and samples of a downloadable product, and the attributes that go with them. */
async function addDownloads(
  cells: ImportRow['cells'],
  { before, options: { media } }: Translation,
  extensions: object,
  attributes: { attribute_code: string; value: unknown }[],
): Promise<void> {
  const { links = [], samples = [] } = before?.extensions.downloads ?? {};
  const known = new Set([
    ...links.flatMap(({ link_file, sample_file }) => [link_file ?? [], sample_file ?? []].flat()),
    ...samples.flatMap(({ sample_file }) => sample_file ?? []),
  ]);
  const linkCell = cells.get('downloadable_links');
  if (linkCell !== undefined) {
    const { inputs, heading, isSingly } = await downloadLinksOf('downloadable_links', linkCell, known, media);
    Object.assign(extensions, { downloadable_product_links: inputs });
    if (heading !== undefined) attributes.push({ attribute_code: 'links_title', value: heading });
    if (isSingly !== undefined) {
      attributes.push({ attribute_code: 'links_purchased_separately', value: isSingly ? '1' : '0' });
    }
  }
  const sampleCell = cells.get('downloadable_samples');
  if (sampleCell !== undefined) {
    const { inputs, heading } = await downloadSamplesOf('downloadable_samples', sampleCell, known, media);
    Object.assign(extensions, { downloadable_product_samples: inputs });
    if (heading !== undefined) attributes.push({ attribute_code: 'samples_title', value: heading });
  }
}
