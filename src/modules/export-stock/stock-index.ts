import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { streamed } from '../../kernel/encode.ts';
import { elementAt } from '../../kernel/lists.ts';
import { compileWhere } from '../../storage/criteria/compile.ts';
import { exportStockErrors } from './errors.ts';
import { hasPieces } from './stocked.ts';
import type { StockedProduct } from './types.ts';

/** Products per read. */
const CHUNK = 1000;

interface IndexRow {
  readonly id: number;
  readonly sku: string;
  readonly qty: number;
  readonly salable: number;
}

/**
 * The stock of each product of a website, including ordered units. Covers products in the stock, products without stock
 * management, and composites of them. Reads while the response is written, one query per thousand products. Throws 404
 * for an unknown website, 400 for other sales channels.
 */
export async function stockIndex(call: Call, type: string, code: string): Promise<StockedProduct[]> {
  const { multiSource, store } = call.services;
  const stockId = await multiSource.stockOfChannel(call, type, code);
  if (type !== 'website') throw exportStockErrors.onlyWebsites();
  const website = store.websites().find((one) => one.code === code);
  return streamed(chunks(call, stockId, website?.id ?? 0));
}

async function* chunks(call: Call, stockId: number, websiteId: number): AsyncGenerator<StockedProduct[]> {
  for (let after = 0; ;) {
    const rows = await readChunk(call, stockId, websiteId, after);
    if (rows.length > 0) yield rows.map(({ sku, qty, salable }) => ({ sku, qty, is_salable: salable === 1 }));
    if (rows.length < CHUNK) return;
    after = Number(elementAt(rows, -1).id);
  }
}

async function readChunk(call: Call, stockId: number, websiteId: number, after: number): Promise<IndexRow[]> {
  const { availability, inventory, listing, store } = call.services;
  const at = call.with({ scope: store.scopeOfWebsite(websiteId) ?? call.scope });
  const has = hasPieces(call, stockId);
  const condition = { field: 'website_id', type: 'eq', value: String(websiteId) } as const;
  const onWebsite = compileWhere(call, listing.searchFields(call, 0, []), [[condition]]);
  const { rows } = await sql<IndexRow>`select p.id, p.sku, coalesce(x.quantity, 0) as qty,
      case when ${inventory.canBeSold(at, stockId)} then 1 else 0 end as salable
    from catalog_product p left join ${inventory.piecesIn(call, stockId)} x on x.product_id = p.id
    where p.id > ${after} and ${onWebsite!} and (x.product_id is not null or ${inventory.neverRunsOut(call)} or ${availability.hasComponent(call, () => has)})
    order by p.id limit ${CHUNK}`.execute(call.db);
  return rows;
}
