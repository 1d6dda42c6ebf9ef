import type { Call } from '../../kernel/call.ts';
import type { LoadedProduct, ProductWishes, StoredProduct } from '../catalog/service.ts';
import { configurableErrors } from './errors.ts';
import { findConfiguration, writeChildren, type StoredOption } from './rows.ts';
import { CONFIGURABLE } from './types.ts';

/** The variants of a product with their requested fields; none for a product of another type. */
export async function listChildren(call: Call, sku: string, wishes: ProductWishes): Promise<LoadedProduct[]> {
  const product = await call.services.catalog.requireProduct(call, sku, call.scope.storeId);
  if (product.type_id !== CONFIGURABLE) return [];
  const { children } = await findConfiguration(call, product.id);
  const products = await call.services.catalog.productsById(call, children, call.scope.storeId);
  return await call.services.catalog.loadAdded(
    call,
    children.flatMap((id) => products.get(id) ?? []),
    wishes,
  );
}

/** Makes the product with `childSku` a variant of the product with `sku`. */
export async function addChild(call: Call, sku: string, childSku: string): Promise<void> {
  const product = await requireConfigurable(call, sku);
  const child = await call.services.catalog.requireProduct(call, childSku, call.scope.storeId);
  const { options, children } = await findConfiguration(call, product.id);
  if (children.includes(child.id)) throw configurableErrors.alreadyAttached();
  if (options.length === 0) throw configurableErrors.parentWithoutOptions();
  const codes = await codesOf(call, options);
  const lacking = codes.find((code) => !hasValue(child, code));
  if (lacking) throw configurableErrors.childWithoutValue([lacking]);
  await call.services.catalog.touchSaved(call, product.id);
  await checkVariants(call, options, [...children, child.id]);
  await writeChildren(call, product.id, children, [...children, child.id]);
}

/** Removes the product with `childSku` from the variants of the product with `sku`. */
export async function removeChild(call: Call, sku: string, childSku: string): Promise<void> {
  const product = await requireConfigurable(call, sku);
  const { children } = await findConfiguration(call, product.id);
  const child = await call.services.catalog.productBySku(call, childSku, 0);
  if (!child || !children.includes(child.id)) throw configurableErrors.optionNotFound();
  await call.services.catalog.touchSaved(call, product.id);
  await writeChildren(
    call,
    product.id,
    children,
    children.filter((id) => id !== child.id),
  );
}

/**
 * Checks that products can be the variants of one product: each exists, is not composite, and has a value for every option's
 * attribute; no two have the same values.
 */
export async function checkVariants(
  call: Call,
  options: readonly StoredOption[],
  childIds: readonly number[],
): Promise<void> {
  const codes = await codesOf(call, options);
  const products = await call.services.catalog.productsById(call, childIds, 0);
  const seen = new Map<string, number>();
  for (const id of childIds) {
    const product = products.get(id);
    if (!product) throw call.services.catalog.productNotFound();
    if (call.services.catalog.productType(call, product.type_id)?.isComposite !== false) {
      throw configurableErrors.compositeChild();
    }
    const lacking = codes.find((code) => !hasValue(product, code));
    if (lacking) throw configurableErrors.variantWithoutValue([String(id), lacking]);
    const key = codes.map((code) => product.values[code]).join();
    const other = seen.get(key);
    if (other !== undefined) throw configurableErrors.sameValues([String(id), String(other)]);
    seen.set(key, id);
  }
}

async function codesOf(call: Call, options: readonly StoredOption[]): Promise<string[]> {
  const { byId } = await call.services.eav.entity(call, 'catalog_product');
  return options.flatMap((option) => byId.get(option.attribute_id)?.code ?? []);
}

function hasValue(product: StoredProduct, code: string): boolean {
  const value = product.values[code];
  return value !== undefined && value !== '' && value !== '0';
}

async function requireConfigurable(call: Call, sku: string): Promise<StoredProduct> {
  const product = await call.services.catalog.requireProduct(call, sku, call.scope.storeId);
  if (product.type_id !== CONFIGURABLE) throw configurableErrors.notConfigurable([product.sku]);
  return product;
}
