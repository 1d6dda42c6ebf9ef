import { writeStoreId, type Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { catalogErrors } from '../errors.ts';
import { selectionForSave } from '../products/selection.ts';
import { requireLength } from '../products/change.ts';
import { createProduct } from './create.ts';
import { findById, findToSave } from '../products/load.ts';
import { prepareFields } from '../products/extending.ts';
import {
  columnAttributes,
  productMetadata,
  type ProductMetadata,
  type LoadedProduct,
  type StoredProduct,
} from '../products/product.ts';
import type { ProductInput } from '../products/types.ts';
import { updateProduct } from './update.ts';

/** Attempts of a save while other calls keep saving the same product at the same time. */
const ATTEMPTS = 5;
const MAX_SKU_LENGTH = 64;
const MAX_TYPE_LENGTH = 32;
/** The greatest id in the interface's own tables. */
const MAX_ID = 4_294_967_295;

/**
 * Saves a product: the one with the input's id, otherwise the one with the SKU, otherwise a new one. Fields that are
 * missing in the input stay unchanged; the call's scope decides which store view is written. If two calls create the
 * same SKU at once, one creates the product and the other changes it.
 */
export async function saveProduct(call: Call, input: ProductInput): Promise<LoadedProduct> {
  const sku = readSku(input.sku);
  requireLength(input.type_id, MAX_TYPE_LENGTH);
  const metadata = await productMetadata(call);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const existing = await findTarget(call, metadata, input.id ?? undefined, sku);
    call.written.storeId = existing ? writeStoreId(call.scope, true) : 0;
    const prepared = await prepareFields(call, input, existing);
    const saved = existing
      ? await updateProduct(call, metadata, existing, prepared, sku)
      : await createProduct(call, metadata, prepared, sku);
    if (saved) return saved;
  }
  throw platformErrors.stale();
}

/** The fields of a product that do not name other products. */
const ownFields = new Set([
  'sku',
  'attribute_set_id',
  'type_id',
  ...columnAttributes,
  'custom_attributes',
  'tier_prices',
]);
const ownExtensions = new Set(['stock_item', 'category_links', 'website_ids']);

/** Whether a save of this product concerns no other one: it has no id, and no links, components, options or media. */
export function standsAlone(input: ProductInput): boolean {
  const { type_id: type, extension_attributes: extension } = input;
  if (type && type !== 'simple' && type !== 'virtual') return false;
  return (
    Object.keys(input).every((field) => ownFields.has(field) || field === 'extension_attributes') &&
    Object.keys(extension ?? {}).every((field) => ownExtensions.has(field))
  );
}

function readSku(input: string | null | undefined): string {
  const sku = input?.trim().toWellFormed() ?? '';
  if (sku === '') throw catalogErrors.skuEmpty(['sku']);
  if (sku.length > MAX_SKU_LENGTH) throw catalogErrors.skuLength();
  return sku;
}

/** The product that a save is about, for the store view that is to be written. */
async function findTarget(
  call: Call,
  { attributes }: ProductMetadata,
  id: number | undefined,
  sku: string,
): Promise<StoredProduct | undefined> {
  const storeId = writeStoreId(call.scope, true);
  const withSku = await findToSave(call, sku, storeId, selectionForSave(call));
  if (!id || withSku?.id === id) return withSku;
  if (id < 0 || id > MAX_ID) throw platformErrors.invalidValue({ value: id, fieldName: 'id' });
  // With an id, the SKU is the new one.
  if (withSku) throw call.services.eav.notUnique(valueAt(attributes.byCode, 'sku'));
  return await findById(call, id, storeId, selectionForSave(call));
}
