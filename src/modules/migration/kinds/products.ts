import { routeCallerWithin } from '../../../platform/execution/call-route.ts';
import { anyText } from '../../../kernel/any-text.ts';
import { isPlainObject, objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import { NotMoved, type MigrationKind, type Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import type { MigrationRun } from '../migration-run.ts';
import { completeEach } from '../parallel.ts';
import { orNone } from '../source/errors.ts';
import { readAmong } from '../source/lists.ts';
import { customAttributes, customValues, fieldsOf, textIn } from '../wire.ts';
import { attributeFacts, valueHere } from './attributes.ts';
import { differenceOf } from './categories.ts';
import { enterPictures, galleryHere, readPictures, type TargetPicture } from './media.ts';
import { customOptionsHere, extensionsHere, linksOf, tierPricesHere } from './product-parts.ts';
import { viewCodeOf } from './stores.ts';

const repository = 'catalogProductRepositoryV1';
/** Requests for products of a page at once; the rate limits them all the same. */
const WIDTH = 6;

const plain = ['name', 'price', 'status', 'visibility', 'weight'] as const;
/** Attributes that follow from other fields. */
const derived = [
  'category_ids',
  'required_options',
  'has_options',
  'image',
  'small_image',
  'thumbnail',
  'swatch_image',
  'url_path',
  'quantity_and_stock_status',
  'links_exist',
  'giftcard_amounts',
  'old_id',
  'gallery',
  'media_gallery',
  'tier_price',
  'created_at',
  'updated_at',
];

const parts = ['simple', 'virtual', 'downloadable', 'giftcard'];
const pricedTypes = new Set(['simple', 'virtual', 'downloadable']);
const composites = ['configurable', 'bundle', 'grouped'];

function productKind(name: string, filter: { value: string; condition: 'in' | 'nin' }): MigrationKind {
  return {
    name,
    part: 'catalog',
    keepsIds: true,
    listing: {
      path: '/V1/products',
      filterField: 'entity_id',
      idField: 'id',
      filters: [{ field: 'type_id', ...filter }],
      query: 'fields=items[id,sku,type_id,updated_at]',
      changedField: 'updated_at',
    },
    keyOf: (record) => textIn(record, 'id'),
    nameOf: (record) => textIn(record, 'sku'),
    volatile: ['pictures', 'updated_at'],
    complete: completeProducts,
    save: saveProduct,
    compared: {
      fields: ['sku', 'name', 'price', 'status', 'visibility', 'weight', 'type_id', 'created_at'],
      read: async (run, targetKey) => (await readHere(run, 'entity_id', targetKey))[0],
    },
  };
}

/** Reads products with everything that a list may lack: stock items, pictures, values of store views, items by source. */
async function completeProducts(
  run: MigrationRun,
  records: readonly SourceRecord[],
): Promise<(SourceRecord | Error)[]> {
  const ids = records.map((record) => textIn(record, 'id'));
  const views = new Map<number, Map<string, SourceRecord>>();
  for (const { id, code } of run.views) {
    const values = await readAmong(run.client, '/V1/products', 'entity_id', ids, { storeCode: code });
    views.set(id, new Map(values.map((one) => [textIn(one, 'id'), one])));
  }
  const skus = records.map((record) => textIn(record, 'sku')).filter((sku) => !sku.includes(','));
  const items = Map.groupBy(await sourceItems(run, skus), ({ sku }) => anyText(sku));
  return completeEach(records, WIDTH, async (listed) => {
    const sku = textIn(listed, 'sku');
    const record = objectOf(await run.client.get(`/V1/products/${encodeURIComponent(sku)}`));
    const inViews: Record<string, SourceRecord> = {};
    for (const [viewId, values] of views) {
      const other = values.get(textIn(listed, 'id'));
      const difference = other && differenceOf(record, other, plain, derived);
      if (difference) inViews[viewId] = difference;
    }
    return {
      ...record,
      views: inViews,
      source_items: items.get(sku) ?? [],
      pictures: await readPictures(run, record),
    };
  });
}

/** The source items of products. Shops without the module of sources have stock items alone. */
function sourceItems({ client }: MigrationRun, skus: readonly string[]): Promise<SourceRecord[]> {
  return orNone(readAmong(client, '/V1/inventory/source-items', 'sku', skus));
}

interface TargetProduct {
  readonly id: number;
  readonly sku: string;
  readonly type_id?: string;
  readonly media_gallery_entries?: readonly TargetPicture[];
}

/** Products here, by a field. */
async function readHere({ platform, call }: MigrationRun, field: string, value: string, within = call) {
  const { items } = await routeCallerWithin(platform, within)<{ items: (TargetProduct & SourceRecord)[] }>(
    repository,
    'getList',
    { searchCriteria: { filter_groups: [{ filters: [{ field, value }] }] } },
  );
  return items;
}

async function saveProduct(saving: Saving, record: SourceRecord, known: string | undefined): Promise<number> {
  const type = textIn(record, 'type_id');
  const sku = textIn(record, 'sku');
  const facts = await attributeFacts(saving.run);
  const key = known ? { field: 'entity_id', value: known } : { field: 'sku', value: sku };
  const [before] = await readHere(saving.run, key.field, key.value, saving.call);
  const gallery = before?.media_gallery_entries ?? [];
  const media = await galleryHere(saving, record, gallery);
  const product = {
    ...(before ? { id: before.id } : await keptId(saving, record)),
    sku,
    type_id: type,
    created_at: record['created_at'],
    attribute_set_id: await saving.idOf('attribute sets', record['attribute_set_id']),
    ...presentFields(record),
    ...priceHere(saving, record),
    custom_attributes: await customHere(saving, record),
    extension_attributes: await extensionsHere(saving, facts, record),
    product_links: linksOf(record, new Set(['associated'])),
    tier_prices: await tierPricesHere(saving, record),
    options: customOptionsHere(record),
    media_gallery_entries: media,
  };
  const saved = await saving.route<TargetProduct>(repository, 'save', { product });
  await enterPictures(saving, record, media, gallery, saved.media_gallery_entries ?? []);
  await saving.enter('products', textIn(record, 'id'), saved.id);
  await saveViews(saving, record);
  const items = objectsOf(record['source_items']);
  if (items.length > 0 && !composites.includes(type)) {
    await saving.route('inventoryApiSourceItemsSaveV1', 'execute', { sourceItems: items });
  }
  return saved.id;
}

/** The id of a new product that keeps its own, unless another one here has it. */
async function keptId({ run, call }: Saving, record: SourceRecord): Promise<{ id?: number }> {
  const id = textIn(record, 'id');
  const isKept = run.options.keepsIds && (await readHere(run, 'entity_id', id, call)).length === 0;
  return isKept ? { id: Number(id) } : {};
}

/** The interface accepted products without a price once; they need one here. */
function priceHere({ lose }: Saving, { price, type_id }: SourceRecord): { price?: number } {
  const isMissing = (price === undefined || price === null) && pricedTypes.has(anyText(type_id));
  if (!isMissing) return {};
  lose('it has no price in the source, and 0 here');
  return { price: 0 };
}

function presentFields(record: SourceRecord): Record<string, unknown> {
  return Object.fromEntries(
    plain.flatMap((name) => (record[name] === undefined || record[name] === null ? [] : [[name, record[name]]])),
  );
}

async function customHere(saving: Saving, record: SourceRecord): Promise<SourceRecord[]> {
  const facts = await attributeFacts(saving.run);
  const custom = new Map<string, unknown>();
  for (const [code, value] of customValues(record)) {
    if (derived.includes(code)) continue;
    custom.set(code, await customValueHere(saving, facts, code, value));
  }
  return customAttributes(custom);
}

async function customValueHere(
  saving: Saving,
  facts: Awaited<ReturnType<typeof attributeFacts>>,
  code: string,
  value: unknown,
): Promise<unknown> {
  if (code !== 'tax_class_id' || Number(value) === 0) return valueHere(saving, facts, code, value);
  return String(await saving.idOf('tax classes', value));
}

async function saveViews(saving: Saving, record: SourceRecord): Promise<void> {
  for (const [viewId, values] of Object.entries(objectOf(record['views']))) {
    const code = await viewCodeOf(saving, Number(viewId));
    if (code === undefined || !isPlainObject(values)) continue;
    const custom_attributes = await customHere(saving, values);
    const product = { sku: textIn(record, 'sku'), ...fieldsOf(values, ['custom_attributes']), custom_attributes };
    await saving.routeIn(code)(repository, 'save', { product });
  }
}

const relations = new Set(['related', 'upsell', 'crosssell']);

/** Links between products, once all products are here. */
const productLinks: MigrationKind = {
  name: 'product links',
  part: 'catalog',
  listing: {
    path: '/V1/products',
    filterField: 'entity_id',
    idField: 'id',
    query: 'fields=items[id,sku,type_id,product_links]',
    changedField: 'updated_at',
  },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'sku'),
  async save(saving, record, known) {
    const sku = textIn(record, 'sku');
    const id = await saving.idOf('products', record['id']);
    const links = linksOf(record, relations);
    if (links.length === 0 && known === undefined) return id;
    const found = [];
    for (const link of links) {
      const linked = textIn(link, 'linked_product_sku');
      if ((await readHere(saving.run, 'sku', linked, saving.call)).length > 0) found.push(link);
      else saving.lose(`the linked product ${linked} was not moved`);
    }
    // A product's links are replaced together.
    const all = [...linksOf(record, new Set(['associated'])), ...found];
    await saving.route(repository, 'save', { product: { sku, product_links: all } });
    return id;
  },
};

/** A type of products that this program does not know. */
const otherProducts: MigrationKind = {
  ...productKind('products of other types', { value: [...parts, ...composites].join(','), condition: 'nin' }),
  complete: (_, records) =>
    Promise.resolve(
      records.map((record) => new NotMoved(`products of type ${textIn(record, 'type_id')} are unknown here`)),
    ),
};

/** Products: those that others are made of first, then those, then the links between all. */
export const productKinds: readonly MigrationKind[] = [
  productKind('products', { value: parts.join(','), condition: 'in' }),
  productKind('composite products', { value: composites.join(','), condition: 'in' }),
  otherProducts,
  productLinks,
];
