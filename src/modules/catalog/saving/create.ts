import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { noteNewProduct } from '../changes.ts';
import { readCategoryPlaces, writeCategoryPlaces } from './category-links.ts';
import { chargedColumns } from '../pricing/charged-price.ts';
import { addDefaults, appliesTo, readChange, type ProductChange } from '../products/change.ts';
import { checkAttributeSet, checkDesign, checkUnique, readTime } from './checks.ts';
import { saveAdded, sentWith } from '../products/extending.ts';
import { writeIndex } from '../products/index-rows.ts';
import {
  columnValues,
  documentOf,
  type ProductMetadata,
  type ProductValue,
  type LoadedProduct,
  type StoredProduct,
} from '../products/product.ts';
import { insertProduct, type NewProductRow } from '../products/rows.ts';
import { startsSalable } from '../availability/salable.ts';
import { readTierPrices } from '../products/tier-prices.ts';
import type { ProductInput } from '../products/types.ts';
import { takeUrlKeys, urlKeyFor, urlKeysOf } from '../products/url-keys.ts';
import { defaultWebsites, readWebsites, writeWebsites } from './websites.ts';

/** The platform's own attributes of which a new product must have a value, if its type has them. */
const neededAttributes = new Set(['name', 'price_view']);

/** The default type of a new product. */
const DEFAULT_TYPE = 'simple';

/**
 * Creates a product, with all values in scope 0; undefined when another call has created one with its SKU or id
 * meanwhile.
 */
export async function createProduct(
  call: Call,
  metadata: ProductMetadata,
  input: ProductInput,
  sku: string,
): Promise<LoadedProduct | undefined> {
  const typeId = input.type_id || DEFAULT_TYPE;
  const setId = await checkAttributeSet(call, input.attribute_set_id ?? 0);
  const values = await newValues(call, metadata, input, sku, setId, typeId);
  const websiteIds = input.extension_attributes?.website_ids;
  const now = formatTime(call.clock.now());
  const product: Omit<StoredProduct, 'id'> = {
    sku,
    type_id: typeId,
    attribute_set_id: setId,
    has_options: 0,
    required_options: 0,
    created_at: readTime(input.created_at, 'created_at') ?? now,
    updated_at: now,
    version: 1,
    store_id: call.scope.storeId,
    values,
    overrides: {},
    website_ids: websiteIds ? readWebsites(call, websiteIds) : defaultWebsites(call),
    category_places: (await readCategoryPlaces(call, input, [])) ?? [],
    tier_prices: await readTierPrices(call, input.tier_prices ?? []),
  };
  const id = await insertProduct(call.db, newRow(call, product, input), input.id || undefined);
  if (id === undefined) return undefined;
  noteNewProduct(call, { id, sku });
  return await addRows(call, metadata, { id, ...product }, input);
}

/** Inserts the further rows of a new product. */
async function addRows(
  call: Call,
  metadata: ProductMetadata,
  product: StoredProduct,
  input: ProductInput,
): Promise<LoadedProduct> {
  const { id, values, website_ids, category_places } = product;
  await writeWebsites(call, id, [], website_ids);
  await writeCategoryPlaces(call, id, [], category_places);
  await takeUrlKeys(
    call,
    id,
    urlKeysOf(call, website_ids, () => values),
  );
  await writeIndex(call, metadata, id, [{ storeId: 0, before: undefined, after: values }]);
  return await saveAdded(call, product, input);
}

/**
 * The values of a new product: the input's values, and the defaults of its attributes. Throws 400 when a required one
 * is missing.
 */
async function newValues(
  call: Call,
  metadata: ProductMetadata,
  input: ProductInput,
  sku: string,
  setId: number,
  typeId: string,
): Promise<Record<string, ProductValue>> {
  const { eav } = call.services;
  const change = readChange(eav, metadata, input, setId, typeId);
  checkDesign(call, change, (code) => [null, metadata.attributes.byCode.get(code)?.defaultValue]);
  addDefaults(eav, metadata, change, setId, typeId);
  requireValues(call, metadata, change, setId, typeId);
  requirePrice(call, metadata, change, input);
  change.url_key = urlKeyFor(String(change.url_key ?? ''), String(change.name ?? ''), sku);
  startSpecialPrice(call, change);
  await checkUnique(call, metadata, change, undefined);
  const values: Record<string, ProductValue> = {};
  for (const [code, value] of Object.entries(change)) {
    // An empty text is no value.
    if (value !== null && value !== '') values[code] = value;
  }
  return values;
}

/** Required attributes must have a value in a new product: its name, a bundle's way to show its price, and user-defined ones. */
function requireValues(
  call: Call,
  { attributes }: ProductMetadata,
  change: ProductChange,
  setId: number,
  typeId: string,
): void {
  const { eav } = call.services;
  for (const attribute of attributes.inSet(setId).values()) {
    const { code, isRequired, isUserDefined } = attribute;
    if (!isRequired || !(isUserDefined || neededAttributes.has(code)) || !appliesTo(attribute, typeId)) continue;
    if (eav.isEmpty(change[code])) throw eav.emptyValue(attribute);
  }
}

/** Types whose products have a price of their own. */
const typesWithPrice = new Set(['simple', 'virtual', 'downloadable']);

/**
 * A new product of such a type needs a price. As in the interface, a product without a type in the input needs none.
 */
function requirePrice(
  call: Call,
  { attributes }: ProductMetadata,
  change: ProductChange,
  { type_id: typeId }: ProductInput,
): void {
  const { eav } = call.services;
  const price = attributes.byCode.get('price');
  if (!price?.isRequired || !typeId || !typesWithPrice.has(typeId)) return;
  if (eav.isEmpty(change.price)) throw eav.emptyValue(price);
}

/** A new special price without a first day starts today. */
export function startSpecialPrice(call: Call, change: ProductChange, hasStart = false): void {
  if (hasStart || !(Number(change.special_price) > 0) || change.special_from_date !== undefined) return;
  change.special_from_date = `${formatTime(call.clock.now()).slice(0, 10)} 00:00:00`;
}

function newRow(call: Call, product: Omit<StoredProduct, 'id'>, input: ProductInput): NewProductRow {
  const { name, price, status, visibility, weight } = columnValues(product.values);
  return {
    sku: product.sku,
    type_id: product.type_id,
    attribute_set_id: product.attribute_set_id,
    name: name ?? null,
    price: price ?? null,
    status: status ?? null,
    visibility: visibility ?? null,
    weight: weight ?? null,
    has_options: product.has_options,
    required_options: product.required_options,
    created_at: product.created_at,
    updated_at: product.updated_at,
    document: documentOf(product),
    ...chargedColumns(call, product),
    ...startsSalable(call, product.type_id, sentWith(input)),
  };
}
