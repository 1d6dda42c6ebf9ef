import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { DEFAULT_STOCK } from '../inventory/extensions.ts';
import type { OtherStocks, Quantities, TakenPieces } from '../inventory/extensions.ts';
import { itemsOfSources, type StoredSourceItem } from './source-items/read.ts';
import { indexStocks } from './source-items/stock-index.ts';
import { stockOfWebsite } from './stocks/channels.ts';

const piecesInStock = prepared((db, p: Params<{ stockId: number; ids: readonly number[] }>) =>
  db
    .selectFrom('inventory_stock_index')
    .select(['product_id', 'quantity', 'is_in_stock'])
    .where('stock_id', '=', p.stockId)
    .where(inIds('product_id', p.ids)),
);

/** The stocks besides the default one, for the inventory module. */
export const multiSourceStocks: OtherStocks = {
  ids: (call) => [...call.services.multiSource.network.current.stockIds].filter((id) => id !== DEFAULT_STOCK),
  stockOf: stockOfWebsite,
  table: sql`inventory_stock_index`,
  async piecesOf(call, stockId, ids) {
    const rows = await piecesInStock(call.db, { stockId, ids });
    return new Map(rows.map((row) => [row.product_id, { qty: row.quantity, isInStock: row.is_in_stock === 1 }]));
  },
  soleSource(call, stockId) {
    const codes = call.services.multiSource.network.current.sourcesOf.get(stockId) ?? [];
    return codes.length === 1 ? codes[0] : undefined;
  },
  async take(call, pieces, from) {
    const { sources, sourcesOf } = call.services.multiSource.network.current;
    if ('source' in from) return sources.has(from.source) ? takeFrom(call, pieces, [from.source], true) : undefined;
    const enabled = (sourcesOf.get(from.stockId) ?? []).filter((code) => sources.get(code)?.isEnabled);
    return takeFrom(call, pieces, enabled, false);
  },
  giveBack,
};

/**
 * Takes units out of sources in order. If bounded, undefined when they have too few. Otherwise the last source with an
 * item of the product falls below zero.
 */
async function takeFrom(
  call: Call,
  pieces: Quantities,
  sources: readonly string[],
  isBounded: boolean,
): Promise<readonly TakenPieces[] | undefined> {
  const ids = [...pieces.keys()];
  await call.services.catalog.touchProducts(call, ids);
  const items = Map.groupBy(await itemsOfSources(call, sources, ids), ({ product_id }) => product_id);
  const takenItems: (TakenPieces & { readonly item: StoredSourceItem })[] = [];
  for (const [productId, quantity] of pieces) {
    const own = (items.get(productId) ?? []).toSorted(
      (a, b) => sources.indexOf(a.source_code) - sources.indexOf(b.source_code),
    );
    let left = decimal(quantity);
    for (const item of own) {
      const isLast = item === own.at(-1);
      const qty = isLast && !isBounded ? left.toNumber() : Math.max(Math.min(left.toNumber(), item.quantity), 0);
      if (qty > 0) takenItems.push({ source: item.source_code, productId, qty, item });
      left = left.minus(qty);
    }
    if (isBounded && !left.isZero()) return undefined;
  }
  const rows = takenItems.map(({ item, qty }) => withQuantity(item, decimal(item.quantity).minus(qty).toNumber()));
  await updateRows(call.db, 'inventory_source_item', ['item_id'], rows);
  await indexStocks(call, { productIds: ids });
  return takenItems.map(({ source, productId, qty }) => ({ source, productId, qty }));
}

/** An item with its remaining quantity: it goes out of stock with the last unit, and comes back with the first. */
function withQuantity({ item_id, quantity: before, status }: StoredSourceItem, quantity: number) {
  const turned = quantity <= 0 ? 0 : before <= 0 ? 1 : status;
  return { item_id, quantity, status: turned };
}

async function giveBack(call: Call, pieces: readonly TakenPieces[]): Promise<void> {
  const ids = [...new Set(pieces.map(({ productId }) => productId))];
  await call.services.catalog.touchProducts(call, ids);
  const sources = [...new Set(pieces.map(({ source }) => source))];
  const keyOf = (source: string, productId: number | null): string => `${productId} ${source}`;
  const items = new Map(
    (await itemsOfSources(call, sources, ids)).map((item) => [keyOf(item.source_code, item.product_id), item]),
  );
  const sums = new Map<string, TakenPieces>();
  for (const one of pieces) {
    const key = keyOf(one.source, one.productId);
    sums.set(key, {
      ...one,
      qty: decimal(sums.get(key)?.qty ?? 0)
        .plus(one.qty)
        .toNumber(),
    });
  }
  const known = [...sums].flatMap(([key, { qty }]) => {
    const item = items.get(key);
    return item ? [withQuantity(item, decimal(item.quantity).plus(qty).toNumber())] : [];
  });
  await updateRows(call.db, 'inventory_source_item', ['item_id'], known);
  await addMissing(
    call,
    [...sums].flatMap(([key, one]) => (items.has(key) ? [] : [one])),
  );
  await indexStocks(call, { productIds: ids });
}

/** Returns units to a source that no longer has an item of their product. */
async function addMissing(call: Call, pieces: readonly TakenPieces[]): Promise<void> {
  if (pieces.length === 0) return;
  const { catalog } = call.services;
  const products = await catalog.productsById(call, [...new Set(pieces.map(({ productId }) => productId))], 0);
  const rows = pieces.flatMap(({ source, productId, qty }) => {
    const sku = products.get(productId)?.sku;
    if (sku === undefined) return [];
    const key = catalog.foldSku(sku);
    return [{ source_code: source, sku, sku_key: key, product_id: productId, quantity: qty, status: 1 as const }];
  });
  await insertRows(call.db, 'inventory_source_item', rows);
}
