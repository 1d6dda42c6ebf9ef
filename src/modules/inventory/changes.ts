import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { SqlTruth } from '../../storage/criteria/sql.ts';
import type { ChangedEntity } from '../../platform/change-log/entities.ts';
import { noteChanges, noteChangesOfFound } from '../../platform/change-log/note.ts';

/** Change notifications for the stock of products, identified by SKU. */
export const stockEntity: ChangedEntity = {
  name: 'stock',
  key: 'sku',
  keysLike: 'product',
  observed: 'cataloginventory_stock_item',
  resource: 'Magento_Catalog::catalog_inventory',
};

/** The SKU of a product, where it is known; others are looked up at the end of the transaction. */
type KnownSku = (productId: number) => string | undefined;

/** Records which stock fields of the products changed. */
export function noteStocks(
  call: Call,
  productIds: Iterable<number>,
  fields: readonly string[],
  skuOf: KnownSku = () => undefined,
): void {
  noteChanges(
    call,
    [...productIds].map((id) => ({ entity: stockEntity.name, id, key: skuOf(id), action: 'changed', fields })),
  );
}

/** Records that the reserved quantity of products changed, and with it their salable quantity. */
export function noteReserved(call: Call, productIds: Iterable<number>, skuOf?: KnownSku): void {
  noteStocks(call, productIds, ['salable_quantity'], skuOf);
}

/**
 * Like `noteReserved`, at the end of the transaction, for all products that meet a condition on `catalog_product as p`.
 */
export function noteSalesWhere(call: Call, which: SqlTruth): void {
  const found = sql`select p.id, p.sku as key from catalog_product p where ${which}`;
  noteChangesOfFound(call, stockEntity.name, ['salable_quantity'], found);
}
