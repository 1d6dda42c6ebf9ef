import type { Call } from '../../../kernel/call.ts';
import type { ProductField, ProductHead } from '../products/extensions.ts';
import { clearValues } from '../saving/attributes-observer.ts';
import { productMetadata, type StoredProduct } from '../products/product.ts';
import type { ProductInput } from '../products/types.ts';
import {
  galleryOf,
  labelAttributes,
  mediaAttributes,
  NO_SELECTION,
  type MediaDocument,
  type StoredEntry,
} from './entry.ts';
import { planGallery, withRoles, type GalleryPlan, type PlannedEntry } from './plan.ts';
import { presentEntry } from './present.ts';
import {
  entriesOf,
  findEntries,
  findTwin,
  insertEntries,
  nestedEntries,
  removeEntries,
  updateEntries,
} from './rows.ts';
import type { ImageUpload } from './upload.ts';

/** Plans for the galleries of products that are being saved. */
const plans = new WeakMap<ProductInput, GalleryPlan>();

/** The images and videos of products. */
export const mediaField: ProductField = {
  name: 'media',
  field: 'media_gallery_entries',
  nested: () => ({ display: { media: nestedEntries } }),
  async load(call, products) {
    const metadata = await productMetadata(call);
    const entries = await entriesOf(call, products);
    return new Map(
      products.flatMap((product) => {
        const own = entries.get(product.id);
        return own ? [[product.id, { media: galleryOf(metadata, product, own) }] as const] : [];
      }),
    );
  },

  present({ media }) {
    return media ? { media_gallery_entries: media.map(presentEntry) } : {};
  },

  async prepare(call, input, before) {
    const entries = input.media_gallery_entries;
    if (!entries) return input;
    const plan = await planGallery(call, entries, before);
    const prepared = await withRoles(call, input, plan, before);
    plans.set(prepared, plan);
    return prepared;
  },

  async save(call, product, input, before) {
    const plan = plans.get(input);
    const entries = plan ? await carryOut(call, product, plan) : before ? await entriesOfOne(call, before) : [];
    return { values: { media: galleryOf(await productMetadata(call), product, entries) } };
  },

  async beforeRemove(call, product: ProductHead) {
    const entries = (await findEntries(call, [product.id])).get(product.id) ?? [];
    await call.services.catalog.mediaFiles.remove(
      call,
      entries.map(({ file }) => file),
    );
  },
};

async function entriesOfOne(call: Call, product: StoredProduct): Promise<StoredEntry[]> {
  return (await entriesOf(call, [product])).get(product.id) ?? [];
}

/** Carries out a plan: writes files to a hidden place at once, and moves them to their paths on commit. */
async function carryOut(call: Call, product: StoredProduct, plan: GalleryPlan): Promise<StoredEntry[]> {
  const twins = new Map<string, string>();
  for (const entry of plan.entries) if (entry.upload) await stage(call, entry, entry.upload, twins);
  await removeEntries(
    call,
    plan.removed.map((entry) => entry.id),
  );
  const known = plan.entries.flatMap((entry) => (entry.existing ? [{ entry, existing: entry.existing }] : []));
  const changed = known.map(({ entry, existing }) => ({ id: existing.id, ...rowOf(product.id, entry) }));
  await updateEntries(call, changed);
  const added = plan.entries.filter((entry) => !entry.existing);
  const inserted = await insertEntries(
    call,
    added.map((entry) => rowOf(product.id, entry)),
  );
  const replaced = known.flatMap(({ entry, existing }) => (entry.upload ? [existing.file] : []));
  const gone = [...plan.removed.map((entry) => entry.file), ...replaced];
  await call.services.catalog.mediaFiles.remove(call, gone);
  if (gone.length > 0) await clearRoles(call, product, gone);
  await clearLabels(call, product, plan);
  return [...changed, ...inserted];
}

function rowOf(productId: number, entry: PlannedEntry): Omit<StoredEntry, 'id'> {
  const { file, hash, media_type, label, position, disabled, video, stores } = entry;
  return { product_id: productId, file, hash, media_type, label, position, disabled, video, stores };
}

/** Stages a file. `twins`: files of this plan by their content. */
async function stage(
  call: Call,
  { hash, file }: PlannedEntry,
  upload: ImageUpload,
  twins: Map<string, string>,
): Promise<void> {
  const { mediaFiles } = call.services.catalog;
  const twin = twins.get(hash) ?? (await findTwin(call, hash));
  twins.set(hash, file);
  const staged = await mediaFiles.stage(upload.content);
  await mediaFiles.place(call, staged, file, twin);
}

/** Clears the roles of removed files in every store view. */
async function clearRoles(call: Call, product: StoredProduct, files: readonly string[]): Promise<void> {
  const codes = mediaAttributes(await productMetadata(call), product.attribute_set_id).map(({ code }) => code);
  await clearValues(call, product.id, codes, files, NO_SELECTION);
}

/** Clears the labels of removed images in every store view that shows them in a role. */
async function clearLabels(call: Call, product: StoredProduct, { entries, removed }: GalleryPlan): Promise<void> {
  const left = new Set(entries.flatMap(labelsOf));
  const gone = removed.flatMap(labelsOf).filter((label) => !left.has(label));
  if (gone.length === 0) return;
  const codes = labelAttributes(await productMetadata(call), product.attribute_set_id);
  await clearValues(call, product.id, codes, gone, undefined);
}

/** The labels of an entry in all store views. */
function labelsOf({ label, stores }: MediaDocument): string[] {
  return [label, ...Object.values(stores).map((own) => own.label)].flatMap((one) => one || []);
}
