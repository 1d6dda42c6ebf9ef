import { expressionBuilder, sql } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { shopLocale } from '../../kernel/shop-settings.ts';
import { nested } from '../../storage/nested.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { nestedRows, type ProductExtension } from '../catalog/products/extensions.ts';
import type { ProductValues, StoredProduct } from '../catalog/service.ts';
import type { Attribute } from '../eav/service.ts';
import { indexedSku, indexedText } from './text/indexed.ts';
import { languageOf, type Language } from './text/stems.ts';

/** Stored apart from the other searchable texts, because a word in them says more. */
const NAME = 'name';
/** Columns of `catalog_search` with words. */
export const wordColumns = ['name', 'sku', 'words', 'name_stems', 'word_stems', 'weights'] as const;

const rowsOf = prepared((db, p: Params<{ productId: number }>) =>
  db
    .selectFrom('catalog_search')
    .select(['store_id', ...wordColumns])
    .where('product_id', '=', p.productId),
);

/** The words of a product in a store view; see tables.ts. */
export interface WordRow extends Readonly<Record<(typeof wordColumns)[number], string>> {
  readonly store_id: number;
}

/** The words of product `p`. */
const nestedWords = nested(
  expressionBuilder<Tables>()
    .selectFrom('catalog_search as w')
    .select(['w.store_id', ...wordColumns.map((name) => `w.${name}` as const)])
    .where('w.product_id', '=', sql<number>`p.id`),
);

/** Updates the words of products in the transaction of each save; their rows are deleted with the product's own. */
export const searchExtension: ProductExtension = {
  fields: [],
  inLists: false,
  nested: () => ({ save: { words: nestedWords } }),
  load: () => Promise.resolve(new Map()),
  async save(call, product, { before }) {
    const attributes = await searchableTexts(call);
    // What else the words depend on is followed by `reindex.ts`.
    if (!before || haveTextsChanged(attributes, before, product))
      await indexProduct(call, product, attributes, !before);
    return {};
  },
  remove: () => Promise.resolve(),
};

/** The words of a product as they were before it was saved. */
async function wordsBefore(call: Call, product: StoredProduct): Promise<readonly WordRow[]> {
  const read = nestedRows<WordRow>([product], 'words');
  return read ? (read.get(product.id) ?? []) : await rowsOf(call.db, { productId: product.id });
}

/** Whether a save changed a text that words are made of, in the store view that it wrote. */
function haveTextsChanged(attributes: readonly Attribute[], before: StoredProduct, after: StoredProduct): boolean {
  if (before.sku !== after.sku) return true;
  return attributes.some(
    ({ code }) => before.values[code] !== after.values[code] || before.overrides[code] !== after.overrides[code],
  );
}

/** Writes the words of a product where they changed. */
async function indexProduct(
  call: Call,
  product: StoredProduct,
  attributes: readonly Attribute[],
  isNew: boolean,
): Promise<void> {
  const before = new Map((isNew ? [] : await wordsBefore(call, product)).map((row) => [row.store_id, row]));
  const stores = new Set([0, ...before.keys()]);
  if (attributes.some(({ code }) => product.overrides[code] !== undefined)) stores.add(product.store_id);
  const changed = [];
  for (const storeId of stores) {
    const values = await valuesIn(call, product, storeId);
    const words = productWords(product.sku, values, attributes, languagesIn(call, storeId));
    if (!isSame(before.get(storeId), words)) changed.push({ product_id: product.id, store_id: storeId, ...words });
  }
  await writeWords(call, changed);
}

/** Whether a row has these words already. */
export function isSame(row: WordRow | undefined, words: Words): boolean {
  return row !== undefined && wordColumns.every((name) => row[name] === words[name]);
}

/** Writes words of products in store views, whether they had some before or not. */
export async function writeWords(
  call: Call,
  rows: readonly (Words & { readonly product_id: number; readonly store_id: number })[],
): Promise<void> {
  await insertRows(call.db, 'catalog_search', rows, {
    onConflict: { key: ['product_id', 'store_id'], update: wordColumns },
  });
}

/** The values in a store view; read from the database if the store view is not the one of the write. */
async function valuesIn(call: Call, product: StoredProduct, storeId: number): Promise<ProductValues> {
  if (storeId === 0) return product.values;
  const { catalog } = call.services;
  const storeProduct = storeId === product.store_id ? product : await catalog.productById(call, product.id, storeId);
  return storeProduct ? await catalog.values(call, storeProduct) : product.values;
}

/** Searchable attributes with texts as values. */
export async function searchableTexts(call: Call): Promise<Attribute[]> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  return [...byCode.values()].filter(
    ({ isSearchable, backendType, frontendInput }) =>
      isSearchable && (backendType === 'varchar' || backendType === 'text') && frontendInput !== 'multiselect',
  );
}

/**
 * The languages that the words of a row are stemmed in: that of its store view; those of all store views for the values that
 * they inherit.
 */
export function languagesIn(call: Call, storeId: number): Language[] {
  const { store } = call.services;
  const storeIds = storeId === 0 ? store.views().map(({ id }) => id) : [storeId];
  const languages = storeIds.flatMap((id) => languageIn(call, id) ?? []);
  return [...new Set(languages)].sort();
}

/** The language of a store view; undefined for one that is not stemmed. */
export function languageIn(call: Call, storeId: number): Language | undefined {
  return languageOf(call.config.of(shopLocale, { storeId }));
}

type Words = Omit<WordRow, 'store_id'>;

/** The words of a product with these values; `attributes`: see `searchableTexts`. */
export function productWords(
  sku: string,
  values: ProductValues,
  attributes: readonly Attribute[],
  languages: readonly Language[],
): Words {
  const others = attributes.filter(({ code }) => code !== NAME);
  const name = indexedText(String(values[NAME] ?? ''), languages, { isName: true });
  const texts = indexedText(others.map(({ code }) => values[code] ?? '').join(' \n '), languages);
  return {
    name: name.words,
    sku: indexedSku(sku),
    words: texts.words,
    name_stems: name.stems,
    word_stems: texts.stems,
    weights: weightedWords(others, values, languages),
  };
}

/** The words of attributes that weigh more than 1, each with the largest weight in two digits, the largest first: `05^cotton`. */
function weightedWords(
  attributes: readonly Attribute[],
  values: ProductValues,
  languages: readonly Language[],
): string {
  const weights = new Map<string, number>();
  const heavy = attributes.filter(({ code, searchWeight }) => searchWeight > 1 && code !== 'sku' && values[code]);
  for (const { code, searchWeight } of heavy.sort((a, b) => b.searchWeight - a.searchWeight)) {
    const { words, stems } = indexedText(String(values[code]), languages);
    for (const word of `${words} ${stems}`.split(' ')) {
      if (word !== '' && !weights.has(word)) weights.set(word, Math.min(searchWeight, 99));
    }
  }
  return [...weights].map(([word, weight]) => `${String(weight).padStart(2, '0')}^${word}`).join(' ');
}
