import type { Client } from 'souk-client';

/** What the ERP knows of a product. */
export interface ErpRow {
  readonly sku: string;
  readonly price: number;
  readonly qty: number;
}

/** A row that the shop does not take, and why. */
export interface RefusedRow extends ErpRow {
  readonly reason: string;
}

/** Rows in one request. */
const AT_ONCE = 500;
/** How often a row is sent whose failure passes by itself. */
const ATTEMPTS = 3;

/** Reads lines of `sku;price;qty`; the first one names the columns. Throws for a line that has no numbers. */
export function readRows(text: string): ErpRow[] {
  const [, ...lines] = text.trim().split(/\r?\n/);
  return lines.map((line) => {
    const [sku = '', price = '', qty = ''] = line.split(';').map((one) => one.trim());
    const row = { sku, price: Number(price || NaN), qty: Number(qty || NaN) };
    if (sku === '' || Number.isNaN(row.price) || Number.isNaN(row.qty)) throw new Error(`not sku;price;qty: ${line}`);
    return row;
  });
}

/**
 * Sends prices and stock by bulk and follows what becomes of them. What failed by something that passes is sent again; gives the rows
 * that are refused for good. Sending a row twice does no harm: it says what is, not what changes.
 */
export async function sync(shop: Client, rows: readonly ErpRow[]): Promise<RefusedRow[]> {
  const refused: RefusedRow[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    let open = rows.slice(at, at + AT_ONCE);
    for (let attempt = 1; open.length > 0; attempt += 1) {
      const bulk = await shop.bulk.products.save(
        open.map(({ sku, price, qty }) => ({ sku, product: change(sku, price, qty) })),
      );
      const again: ErpRow[] = [];
      for (const { id, status, message } of await bulk.wait()) {
        const row = open[id]!;
        if (status === 'retriablyFailed' && attempt < ATTEMPTS) again.push(row);
        else if (status !== 'complete') refused.push({ ...row, reason: message ?? status });
      }
      open = again;
    }
  }
  return refused;
}

function change(sku: string, price: number, qty: number) {
  return { sku, price, extension_attributes: { stock_item: { qty, is_in_stock: qty > 0 } } };
}
