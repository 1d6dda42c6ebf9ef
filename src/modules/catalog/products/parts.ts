import type { Call } from '../../../kernel/call.ts';
import type { ProductField, ProductPart, SentExtension } from '../extensions.ts';
import type { ExtensionFields, ProductFields } from './added-fields.ts';
import { sentAttribute } from './change.ts';
import type { SavedProduct, StoredProduct } from './product.ts';
import type { ProductInput } from './types.ts';

const nothing: ExtensionFields = {};

/** What modules add to products, by product id: from what was read with them, else a query or two for each module. */
export async function loadParts(
  call: Call,
  products: readonly StoredProduct[],
  parts: readonly ProductPart[],
): Promise<(id: number) => ExtensionFields> {
  const loaded: ReadonlyMap<number, ExtensionFields>[] = [];
  for (const part of parts) loaded.push(await part.load(call, products));
  return (id) => merge(loaded.map((fields) => fields.get(id)));
}

/** The fields of products that have tables of their own, by product id: from what was read with them, else one query for each. */
export async function loadFields(
  call: Call,
  products: readonly StoredProduct[],
  fields: readonly ProductField[],
): Promise<(id: number) => ProductFields> {
  const loaded: ReadonlyMap<number, ProductFields>[] = [];
  for (const field of fields) loaded.push(await field.load(call, products));
  return (id) => Object.assign({}, ...loaded.map((values) => values.get(id)));
}

/** What was sent with a product, checked, as it is to be saved. */
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

/** Saves what was sent with a product besides its row; gives all of it as it is now. `before`: none for a new product. */
export async function saveBesides(
  call: Call,
  saved: StoredProduct,
  input: ProductInput,
  before?: StoredProduct,
): Promise<SavedProduct> {
  const product = { ...saved };
  const fields: ProductFields = {};
  for (const field of call.contributions.productFields) {
    const { fields: own, columns } = await field.save(call, product, input, before);
    Object.assign(fields, own);
    Object.assign(product, columns);
  }
  return { product, fields, extension: await saveParts(call, product, input, before === undefined) };
}

/** Has all modules save what was sent with a product; gives their fields as they are now. */
async function saveParts(
  call: Call,
  product: StoredProduct,
  input: ProductInput,
  isNew: boolean,
): Promise<ExtensionFields> {
  const sent = sentWith(input, isNew);
  const saved: ExtensionFields[] = [];
  for (const part of call.contributions.productParts) saved.push(await part.save(call, product, sent));
  return merge(saved);
}

/** What was sent with a product for other modules. */
export function sentWith(input: ProductInput, isNew: boolean): SentExtension {
  return {
    isNew,
    fields: input.extension_attributes ?? nothing,
    customAttribute: (code) => sentAttribute(input.custom_attributes, code),
  };
}

function merge(all: readonly (ExtensionFields | undefined)[]): ExtensionFields {
  return all.length === 1 ? (all[0] ?? nothing) : Object.assign({}, ...all);
}
