import { sql, type SqlBool } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';

import { isUnlimited } from '../inventory/extensions.ts';
import { hasPieces, isComposite } from './stocked.ts';
import type { StockedProduct } from './types.ts';

/**
 * Lists the salable quantities of products in the stock of a sales channel: products with an item in the stock, and
 * composite products, which have no quantity. The total count and the pages include only these products. Throws 404 for
 * an unknown channel.
 */
export async function listSalable(
  call: Call,
  { type, code }: { readonly type: string; readonly code: string },
  criteria: SearchCriteria,
): Promise<FoundList<StockedProduct>> {
  const { listing, multiSource } = call.services;
  const stockId = await multiSource.stockOfChannel(call, type, code);
  const isThere = sql<SqlBool>`(${hasPieces(call, stockId)} or ${isComposite(call)})`;
  return findList(call, criteria, {
    base: call.db.selectFrom('catalog_product as p').where(isThere),
    key: 'p.id',
    fields: listing.searchFields(call, call.scope.storeId, []),
    load: (on, ids: readonly number[]) => loadSalable(on, stockId, ids),
  });
}

/** The salable quantities of products, by id. A fixed number of queries. */
async function loadSalable(call: Call, stockId: number, ids: readonly number[]): Promise<Map<number, StockedProduct>> {
  const { catalog, inventory } = call.services;
  const products = [...(await catalog.productsById(call, ids, 0)).values()];
  const salable = await inventory.productsWhere(call, ids, inventory.canBeSold(call, stockId));
  const stocks = await inventory.unreserved(call, products, stockId);
  return new Map(
    products.map(({ id, sku, type_id }) => {
      const stock = stocks.get(id);
      const is_salable = salable.has(id);
      const hasQuantity = catalog.productType(call, type_id)?.isComposite === false;
      const isTold = is_salable || isUnlimited(stock ?? {}) || stock?.manage_stock === false;
      const left = decimal(stock?.qty ?? 0).minus(stock?.min_qty ?? 0);
      return [id, { sku, qty: hasQuantity && isTold ? left.toNumber() : 0, is_salable }];
    }),
  );
}
