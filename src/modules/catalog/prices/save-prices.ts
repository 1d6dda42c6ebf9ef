import type { Selectable } from 'kysely';
import type { Call, Scope } from '../../../kernel/call.ts';
import { slicesOf, takeTurns } from '../../../kernel/turns.ts';
import { decodeDocument, encodeDocument } from '../../../storage/documents.ts';
import { prepared, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { insertRows, updateRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { StoreValues, type WriteRules } from '../../../storage/store-values.ts';
import { changedFields } from '../../../platform/change-log/note.ts';
import { noteProductFields } from '../changes.ts';
import { chargedColumns, markWholes } from '../pricing/charged-price.ts';
import type { ChargedColumns } from '../pricing/own-charge.ts';
import { writeIndexes, type ProductIndexChange } from '../products/index-rows.ts';
import { findByIds } from '../products/load.ts';
import {
  columnValues,
  documentOf,
  productMetadata,
  type ProductMetadata,
  type ProductValue,
  type ProductValues,
} from '../products/product.ts';
import type { StoredProduct, StoredTierPrice } from '../products/product.ts';
import { touchProducts } from '../products/rows.ts';
import { staysDue } from '../products/due.ts';
import type { ProductStoreTable } from '../products/tables.ts';
import { readTierPrices } from '../products/tier-prices.ts';
import type { ProductInput } from '../products/types.ts';
import { documentChanged, readChanges, productWriteRules } from '../saving/update.ts';

/** Prices of one product for one store view (0: all of them), in the form of a product's input. */
export interface PriceRow {
  readonly productId: number;
  readonly storeId: number;
  readonly prices: Pick<ProductInput, 'price' | 'custom_attributes' | 'tier_prices'>;
  /** Whether other store views of the website keep their prices. Default: prices per website are written for all its views. */
  readonly inViewOnly?: boolean;
}

/** A product while its rows are applied one after another. */
interface PriceDraft {
  readonly product: StoredProduct;
  /** The former values, by store id. */
  readonly before: ReadonlyMap<number, ProductValues>;
  readonly values: StoreValues<ProductValue>;
  tierPrices: readonly StoredTierPrice[];
}

const overridesOf = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('catalog_product_store').selectAll().where(inIds('product_id', p.ids)).orderBy('store_id'),
);
const dropOverrides = preparedWrite((db, p: Params<{ ids: readonly number[]; storeId: number }>) =>
  db.deleteFrom('catalog_product_store').where('store_id', '=', p.storeId).where(inIds('product_id', p.ids)),
);

/** The values that each store view overrides, sorted by store id; by product id. */
export async function overridesByProduct(
  call: Call,
  ids: readonly number[],
): Promise<Map<number, Map<number, ProductValues>>> {
  const rows = await overridesOf(call.db, { ids });
  const read = (row: Selectable<ProductStoreTable>) =>
    [row.store_id, decodeDocument<ProductValues>(row.document)] as const;
  return new Map([...Map.groupBy(rows, (row) => row.product_id)].map(([id, own]) => [id, new Map(own.map(read))]));
}

/** The scope in which a value of a store view is written; 0: the global one. Throws an error for an unknown view. */
function scopeOf(call: Call, storeId: number): Scope {
  const { store } = call.services;
  const code = storeId === 0 ? 'all' : store.view(storeId)?.code;
  const scope = code === undefined ? undefined : store.resolveScope(code);
  if (!scope) throw new Error(`Prices of the unknown store view ${storeId}`);
  return scope;
}

/** Products that are read or written together, of very many: some milliseconds of work. */
export const productsAtOnce = 200;

/**
 * Saves prices of many products, some hundred at a time, with the rules and errors of saving each product by itself. Deleted
 * products are ignored.
 */
export async function savePrices(call: Call, rows: readonly PriceRow[]): Promise<void> {
  const last = rows.at(-1);
  if (!last) return;
  const byProduct = Map.groupBy(rows, (row) => row.productId);
  // From here on nobody else changes them. All who save prices lock products in the same order.
  await lockProducts(call, [...byProduct.keys()], { saved: true });
  const metadata = await productMetadata(call);
  for await (const slice of slicesOf([...byProduct.values()], productsAtOnce)) {
    await saveSlice(call, metadata, slice.flat());
  }
  call.written.storeId = last.storeId;
}

/** Locks the rows of products until the end of the transaction, and increases their versions. */
export async function lockProducts(
  call: Call,
  ids: readonly number[],
  options: { readonly saved?: boolean } = {},
): Promise<void> {
  const ordered = ids.toSorted((one, other) => one - other);
  for await (const slice of slicesOf(ordered, productsAtOnce)) await touchProducts(call, slice, options);
}

async function saveSlice(call: Call, metadata: ProductMetadata, rows: readonly PriceRow[]): Promise<void> {
  const ids = [...new Set(rows.map((row) => row.productId))];
  const products = await findByIds(call, ids, 0);
  const overrides = await overridesByProduct(call, ids);
  const drafts = new Map([...products].map(([id, product]) => [id, draftOf(product, overrides.get(id))]));
  const turns = takeTurns();
  for (const row of rows) {
    const draft = drafts.get(row.productId);
    if (draft) await apply(call.with({ scope: scopeOf(call, row.storeId) }), metadata, draft, row);
    await turns();
  }
  await write(call, metadata, [...drafts.values()]);
  for (const extension of call.contributions.productExtensions) await extension.pricesChanged?.(call, ids);
}

function draftOf(product: StoredProduct, overrides: ReadonlyMap<number, ProductValues> = new Map()): PriceDraft {
  const before = new Map<number, ProductValues>([[0, product.values], ...overrides]);
  return { product, before, values: new StoreValues(before), tierPrices: product.tier_prices };
}

/** Applies a row to a draft, as saving the product in the call's scope would. */
async function apply(
  call: Call,
  metadata: ProductMetadata,
  draft: PriceDraft,
  { storeId, prices, inViewOnly = false }: PriceRow,
): Promise<void> {
  const { product, values } = draft;
  const current: StoredProduct = {
    ...product,
    store_id: storeId,
    values: values.own(0),
    overrides: storeId === 0 ? {} : values.own(storeId),
  };
  const { attribute_set_id: setId, type_id: typeId } = product;
  const rules = productWriteRules(call, metadata);
  const ofView: WriteRules = {
    ...rules,
    levelOf: (code) => (rules.levelOf(code) === 'global' ? 'global' : 'store'),
  };
  const change = await readChanges(call, metadata, current, prices, setId, typeId);
  values.write(change, inViewOnly ? ofView : rules);
  if (prices.tier_prices) draft.tierPrices = await readTierPrices(call, prices.tier_prices, draft.tierPrices);
}

/** Notifies about the changed prices of a product, in all store views. */
function notePrices(call: Call, { product, before, values, tierPrices }: PriceDraft): void {
  const fields = values.changes().flatMap(([storeId, own]) => changedFields(before.get(storeId) ?? {}, own ?? {}));
  if (tierPrices !== product.tier_prices) fields.push('tier_prices');
  noteProductFields(call, [product], [...new Set(fields)]);
}

async function write(call: Call, metadata: ProductMetadata, drafts: readonly PriceDraft[]): Promise<void> {
  const prices: ({ id: number; price: number | null } & ChargedColumns)[] = [];
  const documents: ({ id: number; price: number | null; document: string } & ChargedColumns)[] = [];
  const puts: Selectable<ProductStoreTable>[] = [];
  const drops: { productId: number; storeId: number }[] = [];
  const index: ProductIndexChange[] = [];
  for (const draft of drafts) notePrices(call, draft);
  for (const { product, before, values, tierPrices } of drafts) {
    const { id } = product;
    const after: StoredProduct = { ...product, values: values.own(0), tier_prices: tierPrices };
    const price = columnValues(after.values).price ?? null;
    if (documentChanged(product, after)) {
      documents.push({ id, price, document: documentOf(after), ...chargedColumns(call, after) });
    } else if (after.values.price !== product.values.price) {
      prices.push({ id, price, ...chargedColumns(call, after) });
    }
    for (const [storeId, own] of values.changes()) {
      index.push({ productId: id, storeId, before: before.get(storeId), after: own });
      if (storeId === 0) continue;
      if (own) puts.push({ product_id: id, store_id: storeId, document: encodeDocument(own) });
      else drops.push({ productId: id, storeId });
    }
  }
  for (const rows of [prices, documents]) await updateRows(call.db, 'catalog_product', ['id'], rows, staysDue);
  await markWholes(
    call,
    [...prices, ...documents].map(({ id }) => id),
  );
  await insertRows(call.db, 'catalog_product_store', puts, {
    onConflict: { key: ['product_id', 'store_id'], update: ['document'] },
  });
  for (const [storeId, gone] of Map.groupBy(drops, (drop) => drop.storeId)) {
    await dropOverrides(call.db, { storeId, ids: gone.map((drop) => drop.productId) });
  }
  await writeIndexes(call, metadata, index);
}
