import { isDeepStrictEqual } from 'node:util';
import { writeStoreId, type Call } from '../../../kernel/call.ts';
import { without } from '../../../kernel/fields.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { formatTime } from '../../../kernel/time.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { StoreValues, type WriteRules } from '../../../storage/store-values.ts';
import { noteProductFields } from '../changes.ts';
import type { Attribute } from '../../eav/service.ts';
import { readCategoryPlaces, writeCategoryPlaces } from './category-links.ts';
import { readChange, sentAttribute, type ProductChange } from '../products/change.ts';
import { changedCharge, markWholes, reachesWholes } from '../pricing/charged-price.ts';
import { checkAttributeSet, checkDesign, checkUnique, readTime } from './checks.ts';
import { startSpecialPrice } from './create.ts';
import { writeIndex, type IndexChange } from '../products/index-rows.ts';
import { allOverrides, isSameSku } from '../products/load.ts';
import { saveAdded } from '../products/extending.ts';
import {
  columnAttributes,
  documentOf,
  effectiveValues,
  isColumnAttribute,
  levelOf,
  overlay,
  type ProductMetadata,
  type ProductValue,
  type ProductValues,
  type LoadedProduct,
  type StoredProduct,
} from '../products/product.ts';
import { updateProductRow, writeOverrides } from '../products/rows.ts';
import { readTierPrices } from '../products/tier-prices.ts';
import { checkTypeChange } from './type-change.ts';
import type { ProductInput } from '../products/types.ts';
import { changeUrlKeys, urlKeyFor, urlKeysOf } from '../products/url-keys.ts';
import { readWebsites, writeWebsites } from './websites.ts';

/** Values that a product's URL keys depend on. */
const urlAttributes = ['url_key', 'visibility'];

/** Changes a product; undefined when somebody else has changed it since it was read. */
export async function updateProduct(
  call: Call,
  metadata: ProductMetadata,
  before: StoredProduct,
  input: ProductInput,
  sku: string,
): Promise<LoadedProduct | undefined> {
  const typeId = input.type_id || before.type_id;
  await checkTypeChange(call, before, typeId);
  const setId = input.attribute_set_id
    ? await checkAttributeSet(call, input.attribute_set_id)
    : before.attribute_set_id;
  const change = await readChanges(call, metadata, before, input, setId, typeId);
  const websiteIds = changedWebsites(call, before, input);
  const places = await readCategoryPlaces(call, input, before.category_places);
  const rows = await rowsInReach(call, metadata, before, change, websiteIds !== before.website_ids);
  const values = new StoreValues<ProductValue>(rows);
  values.write(change, productWriteRules(call, metadata));
  const after: StoredProduct = {
    ...before,
    sku: skuAfter(before, input, sku),
    type_id: typeId,
    attribute_set_id: setId,
    created_at: readTime(input.created_at, 'created_at') ?? before.created_at,
    updated_at: formatTime(call.clock.now()),
    version: before.version + 1,
    values: values.own(0),
    overrides: before.store_id === 0 ? {} : values.own(before.store_id),
    website_ids: websiteIds,
    category_places: places ?? before.category_places,
    tier_prices: input.tier_prices
      ? await readTierPrices(call, input.tier_prices, before.tier_prices)
      : before.tier_prices,
  };
  if (!(await writeRow(call, metadata, before, after))) return undefined;
  noteProductFields(call, [after], changedFieldsOf(before, after, change, input));
  const isOffered = !('status' in change) && websiteIds === before.website_ids;
  if (reachesWholes(call, before, after, { isOffered })) await markWholes(call, [before.id]);
  await writeValues(call, metadata, before.id, rows, values);
  if (places) await writeCategoryPlaces(call, before.id, before.category_places, places);
  if (websiteIds !== before.website_ids) await writeWebsites(call, before.id, before.website_ids, websiteIds);
  if (websiteIds !== before.website_ids || urlAttributes.some((code) => code in change)) {
    await changeUrlKeys(
      call,
      before.id,
      urlKeysOf(call, websiteIds, (storeId) => overlay(after.values, values.own(storeId), metadata)),
      sentAttribute(input.custom_attributes, 'save_rewrites_history'),
    );
  }
  return await saveAdded(call, after, input, before);
}

/** Identity and times of a product. */
const headFields = ['sku', 'type_id', 'attribute_set_id', 'created_at'] as const;
/** Fields of the interface in further tables: reported as changed whenever the input has them. */
const furtherFields = ['options', 'media_gallery_entries', 'product_links'] as const;

/** The fields of a product that a save changes, in the interface's names. */
function changedFieldsOf(
  before: StoredProduct,
  after: StoredProduct,
  change: ProductChange,
  input: ProductInput,
): string[] {
  // The list below compares these two.
  const further = without(input.extension_attributes ?? {}, ['website_ids', 'category_links']);
  return [
    ...headFields.filter((field) => before[field] !== after[field]),
    ...Object.keys(change),
    ...(before.website_ids === after.website_ids ? [] : ['website_ids']),
    ...(isDeepStrictEqual(before.category_places, after.category_places) ? [] : ['category_links']),
    ...(isDeepStrictEqual(before.tier_prices, after.tier_prices) ? [] : ['tier_prices']),
    ...furtherFields.filter((field) => input[field]),
    ...Object.keys(further),
  ];
}

/** The websites of the input; if they are unchanged, the former list itself. */
function changedWebsites(call: Call, before: StoredProduct, input: ProductInput): readonly number[] {
  const websiteIds = input.extension_attributes?.website_ids;
  const ids = websiteIds ? readWebsites(call, websiteIds) : before.website_ids;
  return ids.join() === before.website_ids.join() ? before.website_ids : ids;
}

/** A SKU that differs only by case or blanks is the same one, unless the product was named by its id. */
function skuAfter(before: StoredProduct, input: ProductInput, sku: string): string {
  return isSameSku(sku, before.sku) && !input.id ? before.sku : sku;
}

/**
 * The input values that differ from those of the written store view. A value that a client sends back unchanged does
 * not become the store view's own.
 */
export async function readChanges(
  call: Call,
  metadata: ProductMetadata,
  before: StoredProduct,
  input: ProductInput,
  setId: number,
  typeId: string,
): Promise<ProductChange> {
  const current = effectiveValues(before, metadata);
  const values = readChange(call.services.eav, metadata, input, setId, typeId);
  const change = changesFrom(call, metadata, { before, current }, values);
  if (change.url_key === null && before.store_id === 0) {
    change.url_key = urlKeyFor('', String(change.name ?? before.values.name ?? ''), before.sku);
  }
  checkDesign(call, change, (code) => [current[code]]);
  startSpecialPrice(call, change, current.special_from_date !== undefined);
  await checkUnique(call, metadata, change, before.id);
  return change;
}

/** The sent values that differ from those of the written store view. Throws 400 for an empty value of a required attribute. */
function changesFrom(
  call: Call,
  metadata: ProductMetadata,
  { before, current }: { readonly before: StoredProduct; readonly current: ProductValues },
  input: ProductChange,
): ProductChange {
  const { eav } = call.services;
  const isGlobalIn = (attribute: Attribute): boolean =>
    before.store_id === 0 || levelOf(attribute, metadata.priceLevel) === 'global';
  const change: ProductChange = {};
  for (const [code, value] of Object.entries(input)) {
    const attribute = valueAt(metadata.attributes.byCode, code);
    const isGlobal = isGlobalIn(attribute);
    const stored = value === '' && isNoneIfEmpty(code, isGlobal) ? null : value;
    if (stored === (current[code] ?? null) && stored !== null) continue;
    const isEmpty = value === '' || (isGlobal && stored === null);
    if (attribute.isRequired && isEmpty) {
      // A store view cannot inherit a required value that all share: null is ignored.
      if (value === null && before.store_id !== 0) continue;
      throw eav.emptyValue(attribute);
    }
    change[code] = stored ?? defaultOf(isGlobal ? attribute.defaultValue : null, code);
  }
  return change;
}

/** Whether an empty text is no value: in scope 0 always, and for URL keys everywhere. */
function isNoneIfEmpty(code: string, isGlobal: boolean): boolean {
  return isGlobal || code === 'url_key';
}

/** The value of scope 0 for a column that must not be empty. */
function defaultOf(defaultValue: string | null, code: string): number | null {
  return defaultValue !== null && (code === 'status' || code === 'visibility') ? Number(defaultValue) : null;
}

/** Where changed values are written. */
export function productWriteRules(call: Call, { attributes, priceLevel }: ProductMetadata): WriteRules {
  return {
    storeId: writeStoreId(call.scope, true),
    levelOf: (code) => levelOf(attributes.byCode.get(code), priceLevel),
    storesOfWebsite: (storeId) => {
      const { store } = call.services;
      const websiteId = store.websiteOf(storeId);
      return store.views().flatMap((view) => (view.website_id === websiteId ? [view.id] : []));
    },
  };
}

/** The stored values of a product by store id: scope 0, the written store view, and others only if the change reaches them. */
async function rowsInReach(
  call: Call,
  metadata: ProductMetadata,
  before: StoredProduct,
  change: ProductChange,
  websitesChange: boolean,
): Promise<Map<number, ProductValues>> {
  const { storeId, levelOf, storesOfWebsite } = productWriteRules(call, metadata);
  const codes = Object.keys(change);
  const reachesOthers =
    websitesChange ||
    codes.some((code) => urlAttributes.includes(code)) ||
    (storeId !== 0 && codes.some((code) => levelOf(code) === 'website') && storesOfWebsite(storeId).length > 1);
  const rows = reachesOthers ? await allOverrides(call, before.id) : new Map<number, ProductValues>();
  if (before.store_id !== 0) rows.set(before.store_id, before.overrides);
  return rows.set(0, before.values);
}

/** Writes the changed columns of the row. */
async function writeRow(
  call: Call,
  { attributes }: ProductMetadata,
  before: StoredProduct,
  after: StoredProduct,
): Promise<boolean> {
  const columns: Parameters<typeof updateProductRow>[2] = {
    updated_at: after.updated_at,
    ...changedCharge(call, before, after),
  };
  for (const column of ['sku', 'type_id', 'attribute_set_id', 'created_at'] as const) {
    if (before[column] !== after[column]) Object.assign(columns, { [column]: after[column] });
  }
  for (const code of columnAttributes) {
    if (before.values[code] !== after.values[code]) Object.assign(columns, { [code]: after.values[code] ?? null });
  }
  if (documentChanged(before, after)) columns.document = documentOf(after);
  try {
    return await updateProductRow(call.db, before, columns);
  } catch (error) {
    if (!isUniqueViolation(error, 'catalog_product_sku')) throw error;
    throw call.services.eav.notUnique(valueAt(attributes.byCode, 'sku'));
  }
}

/** Whether the document of a product has changed. */
export function documentChanged(before: StoredProduct, after: StoredProduct): boolean {
  if (before.tier_prices !== after.tier_prices) return true;
  const codes = Object.keys({ ...before.values, ...after.values });
  return codes.some((code) => !isColumnAttribute(code) && before.values[code] !== after.values[code]);
}

/** Writes the values that store views override, and the searchable values of every scope that changed. */
async function writeValues(
  call: Call,
  metadata: ProductMetadata,
  productId: number,
  rows: ReadonlyMap<number, ProductValues>,
  values: StoreValues<ProductValue>,
): Promise<void> {
  const index: IndexChange[] = [];
  for (const [storeId, after] of values.changes()) {
    if (storeId !== 0) await writeOverrides(call.db, productId, storeId, after);
    index.push({ storeId, before: rows.get(storeId), after });
  }
  if (index.length > 0) await writeIndex(call, metadata, productId, index);
}
