import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { bundleErrors } from './errors.ts';
import { fixedBundles, presentOption, presentOptions, priceBundles } from './present.ts';
import { deleteOptions, findOptionsOf, optionsOn } from './rows.ts';
import { BUNDLE, type OptionInput, type OptionOutput } from './types.ts';
import { componentFinder, writeOption } from './write.ts';

/** The bundle with a SKU. Throws 404 for an unknown product, 400 for one of another type. */
export async function requireBundle(call: Call, sku: string): Promise<StoredProduct> {
  const product = await call.services.catalog.requireProduct(call, sku, call.scope.storeId);
  if (product.type_id !== BUNDLE) throw bundleErrors.onlyBundles();
  return product;
}

/** The options of a bundle. */
export async function listOptions(call: Call, sku: string): Promise<OptionOutput[]> {
  const { id, sku: own } = await requireBundle(call, sku);
  const options = await findOptionsOf(call, id);
  const priced = await priceBundles(call, new Map([[id, options]]), call.scope.storeId);
  return presentOptions(valueAt(priced, id), own, call.scope.storeId);
}

/** One option of a bundle. As in the interface, the response omits the prices of a dynamic bundle's selections. */
export async function getOption(call: Call, sku: string, optionId: number): Promise<OptionOutput> {
  const product = await requireBundle(call, sku);
  const options = await findOptionsOf(call, product.id);
  const websiteId = call.services.catalog.priceWebsite(call, call.scope.storeId);
  const option = optionsOn(options, websiteId).find(({ id }) => id === optionId);
  if (!option) throw bundleErrors.optionNotFound();
  const isFixed = (await fixedBundles(call, [product.id])).has(product.id);
  return presentOption(option, product.sku, call.scope.storeId, { isFixed });
}

/** Changes the option with the input's id, or adds one; returns its id. */
export async function saveOption(call: Call, input: OptionInput): Promise<number> {
  const product = await requireBundle(call, input.sku ?? '');
  const known = (await findOptionsOf(call, product.id)).find(({ id }) => id === input.option_id);
  if (input.option_id && !known) throw bundleErrors.optionNotFound();
  const findComponent = await componentFinder(call, input.product_links ?? []);
  await call.services.catalog.touchSaved(call, product.id);
  return (await writeOption(call, product, known, input, findComponent)).id;
}

/** Removes an option with its selections. */
export async function deleteOption(call: Call, sku: string, optionId: number): Promise<void> {
  const product = await requireBundle(call, sku);
  const options = await findOptionsOf(call, product.id);
  if (!options.some(({ id }) => id === optionId)) throw bundleErrors.optionNotFound();
  await call.services.catalog.touchSaved(call, product.id);
  await deleteOptions(call, [optionId]);
}
