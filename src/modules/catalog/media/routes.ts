import type { Call } from '../../../kernel/call.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import { imageFacts } from '../../../kernel/image.ts';
import * as t from '../../../kernel/types.ts';
import { showAttributes } from '../attributes/wire.ts';
import { ProductAttribute } from '../attributes/types.ts';
import { findBySku } from '../products/load.ts';
import { productNotFound, requireProduct } from '../products/require.ts';
import { productMetadata, type StoredProduct } from '../products/product.ts';
import { touchProducts } from '../products/rows.ts';
import { saveProduct } from '../saving/save.ts';
import { MediaGalleryEntry, PRODUCT_ENTITY_TYPE } from '../products/types.ts';
import { galleryOf, mediaAttributes } from './entry.ts';
import { mediaErrors } from './errors.ts';
import type { EntryInput } from './plan.ts';
import { presentEntry } from './present.ts';
import { findEntries } from './rows.ts';
import { readUpload } from './upload.ts';

const service = 'catalogProductAttributeMediaGalleryManagementV1';
const catalogAcl = acl('Magento_Catalog::catalog');
const attributes = acl('Magento_Catalog::attributes_attributes');

const getMediaTypes = route({
  method: 'GET',
  path: '/V1/products/media/types/:attributeSetName',
  service: 'catalogProductMediaAttributeManagementV1',
  operation: 'getList',
  summary: 'List the roles that images of products of an attribute set can have.',
  access: attributes,
  openable: true,
  input: { attributeSetName: t.string },
  output: t.array(ProductAttribute),
  async handle({ attributeSetName }, call) {
    const { sets } = await call.services.eav.setCache.get(call);
    const set = [...sets.values()].find(
      (one) => one.entityTypeId === PRODUCT_ENTITY_TYPE && one.name === attributeSetName,
    );
    return set ? await showAttributes(call, mediaAttributes(await productMetadata(call), set.id)) : [];
  },
});

const getMedia = route({
  method: 'GET',
  path: '/V1/products/:sku/media',
  service,
  operation: 'getList',
  summary: 'List the images and videos of a product.',
  access: catalogAcl,
  openable: true,
  input: { sku: t.string },
  output: t.array(MediaGalleryEntry),
  async handle({ sku }, call) {
    const product = await requireProduct(call, sku, call.scope.storeId);
    return await galleryWithContent(call, product);
  },
});

const getMediaEntry = route({
  method: 'GET',
  path: '/V1/products/:sku/media/:entryId',
  service,
  operation: 'get',
  summary: 'Show one image or video of a product.',
  access: attributes,
  openable: true,
  input: { sku: t.string, entryId: t.integer },
  output: MediaGalleryEntry,
  async handle({ sku, entryId }, call) {
    const product = await findBySku(call, sku, call.scope.storeId);
    if (!product) throw mediaErrors.productNotFound();
    const [entry] = await galleryWithContent(call, product, entryId);
    if (!entry) throw mediaErrors.imageNotFound();
    return entry;
  },
});

const postMedia = route({
  method: 'POST',
  path: '/V1/products/:sku/media',
  service,
  operation: 'create',
  summary: 'Add an image or video to a product.',
  access: catalogAcl,
  entity: entity('product', 'sku'),
  input: { sku: t.string, entry: MediaGalleryEntry },
  output: t.integerText,
  async handle({ sku, entry }, call) {
    if (!entry.content) throw mediaErrors.invalidContent();
    // The error for wrong content comes before that for a missing product.
    readUpload(entry.content);
    const ids = await entryIds(call, sku);
    const { media } = await saveProduct(call, {
      sku,
      media_gallery_entries: [...ids.map((id) => ({ id })), { ...entry, id: null }],
    });
    const added = (media ?? []).filter(({ id }) => !ids.includes(id));
    return String(firstOf(added).id);
  },
});

const putMediaEntry = route({
  method: 'PUT',
  path: '/V1/products/:sku/media/:entryId',
  service,
  operation: 'update',
  summary: 'Change an image or video of a product.',
  access: catalogAcl,
  entity: entity('product', 'sku', { names: ['entry.id'] }),
  input: { sku: t.string, entry: MediaGalleryEntry },
  overrides: { entryId: t.string },
  fromPath: { 'entry.id': 'entryId' },
  output: t.boolean,
  async handle({ sku, entry }, call) {
    const ids = await entryIds(call, sku);
    await saveGallery(call, sku, ids, entry.id ?? 0, entry);
    return true;
  },
});

const deleteMediaEntry = route({
  method: 'DELETE',
  path: '/V1/products/:sku/media/:entryId',
  service,
  operation: 'remove',
  summary: 'Delete an image or video of a product.',
  access: catalogAcl,
  entity: entity('product', 'sku'),
  input: { sku: t.string, entryId: t.integer },
  output: t.boolean,
  async handle({ sku, entryId }, call) {
    const ids = await entryIds(call, sku);
    await saveGallery(call, sku, ids, entryId, undefined);
    return true;
  },
});

export const mediaRoutes = [getMediaTypes, getMedia, getMediaEntry, postMedia, putMediaEntry, deleteMediaEntry];

/** Ids of a product's entries; nobody else can change them until the transaction ends. Throws 404 for an unknown product. */
async function entryIds(call: Call, sku: string): Promise<number[]> {
  const product = await requireProduct(call, sku, 0);
  // The product's row is locked before the entries are read, so that nobody changes them in between.
  if ((await touchProducts(call, [product.id], { changed: ['media_gallery_entries'] })) === 0) throw productNotFound();
  return ((await findEntries(call, [product.id])).get(product.id) ?? []).map((entry) => entry.id);
}

/** Saves a gallery in which one entry is replaced or removed. Throws 404 when the entry does not exist. */
async function saveGallery(
  call: Call,
  sku: string,
  ids: readonly number[],
  entryId: number,
  entry: EntryInput | undefined,
): Promise<void> {
  if (!ids.includes(entryId)) throw mediaErrors.imageMissing();
  const others = ids.filter((id) => id !== entryId).map((id) => ({ id }));
  await saveProduct(call, { sku, media_gallery_entries: entry ? [...others, entry] : others });
}

/** A product's gallery, or one entry of it, with the contents of the files. */
async function galleryWithContent(call: Call, product: StoredProduct, entryId?: number) {
  const stored = (await findEntries(call, [product.id])).get(product.id) ?? [];
  const entries = entryId === undefined ? stored : stored.filter((entry) => entry.id === entryId);
  const gallery = galleryOf(await productMetadata(call), product, entries);
  return await Promise.all(
    gallery.map(async (entry) => {
      const content = await call.services.catalog.mediaFiles.read(entry.file);
      const image = content && {
        base64_encoded_data: content.toString('base64'),
        type: imageFacts(content)?.mime ?? '',
        name: entry.file.slice(entry.file.lastIndexOf('/') + 1),
      };
      return Object.assign(presentEntry(entry), { content: image });
    }),
  );
}
