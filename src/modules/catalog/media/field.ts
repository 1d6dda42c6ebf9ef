import type { Call } from '../../../kernel/call.ts';
import type { ProductField, ProductHead, SavedFields } from '../extensions.ts';
import { clearValues } from '../products/attributes-observer.ts';
import { productMetadata, type StoredProduct } from '../products/product.ts';
import type { ProductInput } from '../products/types.ts';
import { mediaAttributes, NO_SELECTION, presentGallery, type StoredEntry } from './entry.ts';
import { planGallery, withRoles, type GalleryPlan, type PlannedEntry } from './plan.ts';
import { findEntries, findTwin, insertEntries, removeEntries, updateEntries } from './rows.ts';

/** What becomes of the gallery of a product that is being saved, by what is saved. */
const plans = new WeakMap<ProductInput, GalleryPlan>();

/** The images and videos of products. */
export const mediaField: ProductField = {
  async load(call, products) {
    const metadata = await productMetadata(call);
    const entries = await findEntries(
      call,
      products.map((product) => product.id),
    );
    return new Map(
      products.map((product) => [
        product.id,
        { media_gallery_entries: presentGallery(metadata, product, entries.get(product.id) ?? []) },
      ]),
    );
  },

  async prepare(call, input, before) {
    const sent = input.media_gallery_entries;
    if (!sent || (!before && sent.length === 0)) return input;
    const plan = await planGallery(call, sent, before);
    // What was empty and stays so says nothing of roles.
    if (plan.entries.length + plan.removed.length === 0) return input;
    const prepared = await withRoles(call, input, plan, before);
    plans.set(prepared, plan);
    return prepared;
  },

  async save(call, product, input, before) {
    const plan = plans.get(input);
    const entries = plan ? await carryOut(call, product, plan) : before ? await entriesOf(call, product.id) : [];
    return { fields: await present(call, product, entries) };
  },

  async beforeRemove(call, product: ProductHead) {
    for (const { file } of await entriesOf(call, product.id)) removeFile(call, file);
  },
};

async function present(call: Call, product: StoredProduct, entries: StoredEntry[]): Promise<SavedFields['fields']> {
  return { media_gallery_entries: presentGallery(await productMetadata(call), product, entries) };
}

async function entriesOf(call: Call, productId: number): Promise<StoredEntry[]> {
  return (await findEntries(call, [productId])).get(productId) ?? [];
}

/** Writes a plan: files are written at once where nobody sees them, and come to their places with the commit. */
async function carryOut(call: Call, product: StoredProduct, plan: GalleryPlan): Promise<StoredEntry[]> {
  const twins = new Map<string, string>();
  for (const entry of plan.entries) if (entry.upload) await stage(call, entry, twins);
  await removeEntries(
    call,
    plan.removed.map((entry) => entry.id),
  );
  const known = plan.entries.filter((entry) => entry.existing);
  const changed = known.map((entry) => ({ id: entry.existing!.id, ...rowOf(product.id, entry) }));
  await updateEntries(call, changed);
  const added = plan.entries.filter((entry) => !entry.existing);
  const inserted = await insertEntries(
    call,
    added.map((entry) => rowOf(product.id, entry)),
  );
  const replaced = known.flatMap((entry) => (entry.upload ? [entry.existing!.file] : []));
  const gone = [...plan.removed.map((entry) => entry.file), ...replaced];
  for (const file of gone) removeFile(call, file);
  if (gone.length > 0) await clearRoles(call, product, gone);
  return [...changed, ...inserted];
}

function rowOf(productId: number, entry: PlannedEntry): Omit<StoredEntry, 'id'> {
  const { file, hash, media_type, label, position, disabled, video, stores } = entry;
  return { product_id: productId, file, hash, media_type, label, position, disabled, video, stores };
}

/** `twins`: files of this plan by their content. */
async function stage(call: Call, { upload, hash, file }: PlannedEntry, twins: Map<string, string>): Promise<void> {
  const { mediaFiles } = call.services.catalog;
  const twin = twins.get(hash) ?? (await findTwin(call, hash));
  twins.set(hash, file);
  const staged = await mediaFiles.stage(upload!.content);
  call.afterCommit(() => mediaFiles.place(staged, file, twin));
}

function removeFile(call: Call, file: string): void {
  const { mediaFiles } = call.services.catalog;
  call.afterCommit(() => mediaFiles.remove(file));
}

/** Takes files that go from their roles in every store view. */
async function clearRoles(call: Call, product: StoredProduct, files: readonly string[]): Promise<void> {
  const codes = mediaAttributes(await productMetadata(call), product.attribute_set_id).map(({ code }) => code);
  await clearValues(call, product.id, codes, files, NO_SELECTION);
}
