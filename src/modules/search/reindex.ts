import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { perDialect } from '../../storage/dialects.ts';
import { prepared, preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { Attribute } from '../eav/service.ts';
import {
  isSame,
  languagesIn,
  productWords,
  searchableTexts,
  wordColumns,
  writeWords,
  type WordRow,
} from './index-products.ts';

/**
 * A save that changes a text writes the words of its product. The words of all products are rebuilt in the background, some products
 * at a time, when an attribute becomes searchable or ceases to be, when its weight, its scope or the locale of a store view changes,
 * and after an upgrade with other rules. Every process checks for that; the process that advances the position first rebuilds the next products.
 */

/** Version of the rules that derive words from texts (`text/`); increment it with each change of them. */
const RULES = 2;

/** Milliseconds between two checks of the attributes. */
const INTERVAL = 5_000;
/** Products in one transaction: few, so that other writers hardly wait. */
const AT_ONCE = 50;

const readState = preparedFirst((db) => db.selectFrom('catalog_search_state').select(['attributes', 'position']));
const begin = preparedWrite((db, p: Params<{ attributes: string }>) =>
  db
    .insertInto('catalog_search_state')
    .values({ id: 1, attributes: p.attributes, position: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ attributes: p.attributes, position: 0 })),
);
const nextProducts = prepared((db, p: Params<{ after: number }>) =>
  db.selectFrom('catalog_product').select('id').where('id', '>', p.after).orderBy('id').limit(sql.lit(AT_ONCE)),
);
const move = preparedWrite((db, p: Params<{ attributes: string; from: number; to: number | null }>) =>
  db
    .updateTable('catalog_search_state')
    .set({ position: p.to })
    .where('attributes', '=', p.attributes)
    .where('position', '=', p.from),
);
/** Locks products against concurrent saves. SQLite has one writer at a time anyway. */
const hold = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('catalog_product')
    .select('id')
    .where(inIds('id', p.ids))
    .orderBy('id')
    .modifyEnd(perDialect({ sqlite: sql``, postgres: sql`for no key update` })),
);
const rowsOf = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('catalog_search')
    .select(['product_id', 'store_id', ...wordColumns])
    .where(inIds('product_id', p.ids)),
);

/** Rebuilds the words of the next products if needed; `more`: others remain. */
async function reindexSome(call: Call): Promise<'more' | void> {
  const texts = (await searchableTexts(call)).toSorted((one, other) => one.id - other.id);
  const attributes = basisOfWords(call, texts);
  const state = await readState(call.db, {});
  if (state?.attributes !== attributes) {
    await call.transaction(({ db }) => begin(db, { attributes }));
    return 'more';
  }
  const from = state.position;
  if (from === null) return;
  return await call.transaction(async (inside) => {
    const ids = (await nextProducts(inside.db, { after: from })).map(({ id }) => id);
    const isMine = await move(inside.db, { attributes, from, to: ids.at(-1) ?? null });
    if (isMine === 0 || ids.length === 0) return;
    await hold(inside.db, { ids });
    await indexAgain(inside, ids, texts);
    return 'more';
  });
}

/** The inputs that determine the words of products, besides their values, as a text: a change of it means a rebuild. */
function basisOfWords(call: Call, texts: readonly Attribute[]): string {
  const views = call.services.store.views().filter(({ id }) => id !== 0);
  const languages = views.map(({ id }) => `${id}:${languagesIn(call, id).join()}`);
  const attributes = texts.map(({ id, searchWeight, scope }) => {
    const weight = searchWeight > 1 ? `:${searchWeight}` : '';
    return `${id}${weight}${scope === 'store' ? '' : `@${scope}`}`;
  });
  return `${RULES};${attributes.join()};${languages.join()}`;
}

/** Updates the words of products that differ from those of their values and these attributes. */
async function indexAgain(call: Call, ids: readonly number[], texts: readonly Attribute[]): Promise<void> {
  const { catalog, listing } = call.services;
  const before = Map.groupBy<number, WordRow & { product_id: number }>(
    await rowsOf(call.db, { ids }),
    (row) => row.store_id,
  );
  const overridden = await listing.overriddenAttributes.get(call);
  const searched = new Set<string | undefined>(texts.map(({ id }) => String(id)));
  const overriding = [...overridden].map((key) => key.split(':')).filter(([attribute]) => searched.has(attribute));
  const stores = new Set([0, ...before.keys(), ...overriding.map(([, store]) => Number(store))]);
  const changed = [];
  for (const storeId of stores) {
    const languages = languagesIn(call, storeId);
    const rows = new Map(before.get(storeId)?.map((row) => [row.product_id, row]));
    for (const product of (await catalog.productsById(call, ids, storeId)).values()) {
      const row = rows.get(product.id);
      const isNeeded = storeId === 0 || row || texts.some(({ code }) => product.overrides[code] !== undefined);
      if (!isNeeded) continue;
      const words = productWords(product.sku, await catalog.values(call, product), texts, languages);
      if (!isSame(row, words)) changed.push({ product_id: product.id, store_id: storeId, ...words });
    }
  }
  await writeWords(call, changed);
}

/** Starts the worker that updates the words of products after changes of searchable attributes. */
export function startReindexing(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    turn: () => reindexSome(call),
    failed: (error) => platform.log.warn({ err: error }, 'words of products could not be made anew; trying again'),
  });
}
