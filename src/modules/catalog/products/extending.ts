import type { Call } from '../../../kernel/call.ts';
import type { ProductExtensions, ProductFields } from './added-fields.ts';
import { sentAttribute } from './change.ts';
import type { SentExtension } from './extensions.ts';
import { effectiveValues, productMetadata, type LoadedProduct, type StoredProduct } from './product.ts';
import type { ProductSelection } from './selection.ts';
import type { ProductInput } from './types.ts';

/**
 * Products with the selected fields from further tables, in the store view for which they were read. Fields that were
 * not read with the products cost a query or two for each field and module, for any number of products.
 */
export async function loadAdded(
  call: Call,
  products: readonly StoredProduct[],
  selection: Pick<ProductSelection, 'fields' | 'extensions'>,
): Promise<LoadedProduct[]> {
  const metadata = await productMetadata(call);
  const fields: ReadonlyMap<number, ProductFields>[] = [];
  for (const field of selection.fields) fields.push(await field.load(call, products));
  const extensions: ReadonlyMap<number, ProductExtensions>[] = [];
  for (const extension of selection.extensions) extensions.push(await extension.load(call, products));
  return products.map((product) => {
    const loaded: LoadedProduct = {
      product,
      values: effectiveValues(product, metadata),
      extensions: merge(extensions.map((values) => values.get(product.id))),
      metadata,
    };
    for (const values of fields) Object.assign(loaded, values.get(product.id));
    return loaded;
  });
}

/** The input fields, checked and ready to be saved. */
export async function prepareFields(
  call: Call,
  input: ProductInput,
  before: StoredProduct | undefined,
): Promise<ProductInput> {
  let prepared = input;
  for (const field of call.contributions.productFields) {
    if (field.prepare) prepared = await field.prepare(call, prepared, before);
  }
  return prepared;
}

/**
 * Saves the input fields and extensions of a product; returns the product with them. `before`: undefined for a new one.
 */
export async function saveAdded(
  call: Call,
  saved: StoredProduct,
  input: ProductInput,
  before?: StoredProduct,
): Promise<LoadedProduct> {
  const product = { ...saved };
  const fields: ProductFields = {};
  for (const field of call.contributions.productFields) {
    const { values, columns } = await field.save(call, product, input, before);
    Object.assign(fields, values);
    Object.assign(product, columns);
  }
  const extensions = await saveExtensions(call, product, sentWith(input, before));
  const metadata = await productMetadata(call);
  return { product, values: effectiveValues(product, metadata), ...fields, extensions, metadata };
}

/** Saves each module's part of the input; returns the values after the save. */
async function saveExtensions(call: Call, product: StoredProduct, fields: SentExtension): Promise<ProductExtensions> {
  const saved: ProductExtensions[] = [];
  for (const extension of call.contributions.productExtensions) saved.push(await extension.save(call, product, fields));
  return merge(saved);
}

/** The part of a product's input for other modules. */
export function sentWith(input: ProductInput, before?: StoredProduct): SentExtension {
  return {
    isNew: before === undefined,
    before,
    fields: input.extension_attributes ?? {},
    customAttribute: (code) => sentAttribute(input.custom_attributes, code),
  };
}

const nothing: ProductExtensions = {};

function merge(all: readonly (ProductExtensions | undefined)[]): ProductExtensions {
  return all.length === 1 ? (all[0] ?? nothing) : Object.assign({}, ...all);
}
