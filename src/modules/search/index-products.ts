import { expressionBuilder, sql } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { nested } from '../../storage/nested.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { nestedRows, type ProductExtension } from '../catalog/products/extensions.ts';
import type { ProductValues, StoredProduct } from '../catalog/service.ts';
import type { Attribute } from '../eav/service.ts';
import { indexed } from './words.ts';

/** Kept apart from the other searchable texts, because a word in them says more. */
const NAME = 'name';

const rowsOf = prepared((db, p: Params<{ productId: number }>) =>
  db.selectFrom('catalog_search').select(['store_id', 'name', 'sku', 'words']).where('product_id', '=', p.productId),
);

/** The words of a product in a store view; see tables.ts. */
export interface WordRow {
  readonly store_id: number;
  readonly name: string;
  readonly sku: string;
  readonly words: string;
}

/** The words of product `p`. */
const nestedWords = nested(
  expressionBuilder<Tables>()
    .selectFrom('catalog_search as w')
    .select(['w.store_id', 'w.name', 'w.sku', 'w.words'])
    .where('w.product_id', '=', sql<number>`p.id`),
);

/** Keeps the words of products up in the transaction of each save; their rows go with the product's own. */
export const searchExtension: ProductExtension = {
  fields: [],
  inLists: false,
  nested: () => ({ save: { words: nestedWords } }),
  load: () => Promise.resolve(new Map()),
  async save(call, product, { isNew }) {
    await indexProduct(call, product, isNew);
    return {};
  },
  remove: () => Promise.resolve(),
};

/** The words of a product as they were before it was saved. */
async function wordsBefore(call: Call, product: StoredProduct): Promise<readonly WordRow[]> {
  const read = nestedRows<WordRow>([product], 'words');
  return read ? (read.get(product.id) ?? []) : await rowsOf(call.db, { productId: product.id });
}

/** Writes the words of a product where they changed. */
async function indexProduct(call: Call, product: StoredProduct, isNew: boolean): Promise<void> {
  const attributes = await searchableTexts(call);
  const before = new Map((isNew ? [] : await wordsBefore(call, product)).map((row) => [row.store_id, row]));
  const stores = new Set([0, ...before.keys()]);
  if (attributes.some(({ code }) => product.overrides[code] !== undefined)) stores.add(product.store_id);
  const changed = [];
  for (const storeId of stores) {
    const words = productWords(product.sku, await valuesIn(call, product, storeId), attributes);
    if (!isSame(before.get(storeId), words)) changed.push({ product_id: product.id, store_id: storeId, ...words });
  }
  await writeWords(call, changed);
}

/** Whether a row has these words already. */
export function isSame(row: WordRow | undefined, { name, sku, words }: Words): boolean {
  return row !== undefined && row.name === name && row.sku === sku && row.words === words;
}

/** Writes words of products in store views, whether they had some before or not. */
export async function writeWords(
  call: Call,
  rows: readonly (Words & { readonly product_id: number; readonly store_id: number })[],
): Promise<void> {
  await insertRows(call.db, 'catalog_search', rows, {
    onConflict: { key: ['product_id', 'store_id'], update: ['name', 'sku', 'words'] },
  });
}

/** What a store view shows; another one than was written is read for it. */
async function valuesIn(call: Call, product: StoredProduct, storeId: number): Promise<ProductValues> {
  if (storeId === 0) return product.values;
  const { catalog } = call.services;
  const shown = storeId === product.store_id ? product : await catalog.productById(call, product.id, storeId);
  return shown ? await catalog.values(call, shown) : product.values;
}

/** Searchable attributes whose values are texts themselves. */
export async function searchableTexts(call: Call): Promise<Attribute[]> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  return [...byCode.values()].filter(
    ({ isSearchable, backendType, frontendInput }) =>
      isSearchable && (backendType === 'varchar' || backendType === 'text') && frontendInput !== 'multiselect',
  );
}

type Words = Pick<WordRow, 'name' | 'sku' | 'words'>;

/** The words of a product with these values; `attributes`: see `searchableTexts`. */
export function productWords(sku: string, values: ProductValues, attributes: readonly Attribute[]): Words {
  const texts = attributes.flatMap(({ code }) => (code === NAME ? [] : [values[code] ?? '']));
  return { name: indexed(String(values[NAME] ?? '')), sku: indexed(sku), words: indexed(texts.join(' ')) };
}
