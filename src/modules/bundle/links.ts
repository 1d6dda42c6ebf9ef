import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { bundleErrors } from './errors.ts';
import { requireBundle } from './options.ts';
import { fixedBundles, presentLink } from './present.ts';
import { deleteLinks, findOptionsOf, optionsOn, insertLinks, updateLinks } from './rows.ts';
import { BUNDLE, type LinkInput, type LinkOutput } from './types.ts';
import { componentFinder, readLink } from './write.ts';

/** The selections of a bundle, or of one of its options. */
export async function listChildren(call: Call, sku: string, optionId?: number | null): Promise<LinkOutput[]> {
  const product = await requireBundle(call, sku);
  const websiteId = call.services.catalog.priceWebsite(call, call.scope.storeId);
  const options = optionsOn(await findOptionsOf(call, product.id), websiteId).filter(
    ({ id }) => !optionId || id === optionId,
  );
  const isFixed = (await fixedBundles(call, [product.id])).has(product.id);
  return options.flatMap((option) => option.links.map((link) => presentLink(link, { isFixed })));
}

/** Adds a product to the selections of an option; returns the id of the selection. */
export async function addLink(call: Call, sku: string, optionId: number, input: LinkInput): Promise<number> {
  const product = await requireOwner(call, sku);
  const option = (await findOptionsOf(call, product.id)).find(({ id }) => id === optionId);
  if (!option) throw bundleErrors.optionNotContained([product.sku, optionId]);
  const link = readLink(call, option, undefined, input, await componentFinder(call, [input]));
  if (option.links.some(({ child_id }) => child_id === link.child_id)) {
    throw bundleErrors.alreadyAssigned([link.sku, product.sku]);
  }
  await call.services.catalog.touchSaved(call, product.id);
  return firstOf(await insertLinks(call, [link]));
}

/** Changes a selection; missing fields stay unchanged. */
export async function saveLink(call: Call, sku: string, input: LinkInput): Promise<void> {
  const product = await requireOwner(call, sku);
  if (!input.id) throw bundleErrors.linkIdMissing();
  const findComponent = await componentFinder(call, [input]);
  if (input.sku) findComponent(input.sku);
  const options = await findOptionsOf(call, product.id);
  const known = options.flatMap((option) => option.links).find((link) => String(link.id) === input.id);
  if (!known) throw bundleErrors.linkNotFound([input.id]);
  const option = options.find(({ id }) => id === (input.option_id ?? known.option_id));
  if (!option) throw bundleErrors.optionNotContained([product.sku, input.option_id]);
  const link = readLink(call, option, known, input, findComponent);
  if (option.links.some(({ id, child_id }) => child_id === link.child_id && id !== link.id)) {
    throw bundleErrors.alreadyAssigned([link.sku, product.sku]);
  }
  await call.services.catalog.touchSaved(call, product.id);
  await updateLinks(call, [link]);
}

/** Removes a product from the selections of an option. */
export async function removeLink(call: Call, sku: string, optionId: number, childSku: string): Promise<void> {
  const product = await requireOwner(call, sku);
  const option = (await findOptionsOf(call, product.id)).find(({ id }) => id === optionId);
  const link = option?.links.find(
    (candidate) => call.services.catalog.foldSku(candidate.sku) === call.services.catalog.foldSku(childSku),
  );
  if (!link) throw bundleErrors.childNotFound();
  await call.services.catalog.touchSaved(call, product.id);
  await deleteLinks(call, [link.id]);
}

async function requireOwner(call: Call, sku: string): Promise<StoredProduct> {
  const product = await call.services.catalog.requireProduct(call, sku, call.scope.storeId);
  if (product.type_id !== BUNDLE) throw bundleErrors.notBundle([product.sku]);
  return product;
}
