import type { Call } from '../../kernel/call.ts';
import { zip } from '../../kernel/lists.ts';
import { DEFAULT_STOCK } from '../inventory/extensions.ts';
import { limitsOf } from './limits.ts';

/** Source items per read. */
const PAGE = 1000;

/** A source item at or below its limit. */
interface LowItem {
  readonly source_code: string;
  readonly sku: string;
  readonly quantity: number;
  readonly notify_stock_qty: number;
}

/**
 * The source items whose quantity is at or below their limit, in pages. Covers enabled sources, or one named source,
 * and products with stock management. Four queries per page.
 */
export async function* lowItems(call: Call, source: string | undefined): AsyncGenerator<LowItem[]> {
  const { catalog, inventory, multiSource } = call.services;
  const { sources } = await multiSource.network.get(call);
  let after = 0;
  for (;;) {
    const items = await multiSource.sourceItemsAfter(call, after, PAGE, source);
    const last = items.at(-1);
    if (!last) return;
    after = Number(last.item_id);
    const ids = [...new Set(items.flatMap(({ product_id }) => product_id ?? []))];
    const products = await catalog.productsById(call, ids, 0);
    const stocks = await inventory.unreserved(call, [...products.values()], DEFAULT_STOCK);
    const limited = zip(items, await limitsOf(call, items));
    yield limited.flatMap(([{ source_code, sku, quantity, product_id }, notify_stock_qty]) => {
      const isCounted = source !== undefined || sources.get(source_code)?.isEnabled === true;
      const isManaged = product_id === null || stocks.get(product_id)?.manage_stock !== false;
      const isLow = quantity <= notify_stock_qty;
      return isCounted && isManaged && isLow ? [{ source_code, sku, quantity, notify_stock_qty }] : [];
    });
  }
}
