import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { SqlTruth } from '../../search/sql.ts';
import type { ChangedEntity } from '../../events/entities.ts';
import { noteChanges, noteChangesOfFound } from '../../events/note.ts';

/** The stock of products, which goes by their SKUs: others are told of its changes. */
export const stockEntity: ChangedEntity = {
  name: 'stock',
  key: 'sku',
  keysLike: 'product',
  observed: 'cataloginventory_stock_item',
  resource: 'Magento_Catalog::catalog_inventory',
};

/** Notes which fields of the stock of products have changed. */
export function noteStocks(call: Call, productIds: Iterable<number>, fields: readonly string[]): void {
  noteChanges(
    call,
    [...productIds].map((id) => ({ entity: stockEntity.name, id, action: 'changed', fields })),
  );
}

/** Notes that what is reserved of products has changed, and with it what can be sold of them. */
export function noteReserved(call: Call, productIds: Iterable<number>): void {
  noteStocks(call, productIds, ['salable_quantity']);
}

/** The same of as many products as meet a condition on `catalog_product as p` when the transaction ends. */
export function noteSalesWhere(call: Call, which: SqlTruth): void {
  const found = sql`select p.id, p.sku as key from catalog_product p where ${which}`;
  noteChangesOfFound(call, stockEntity.name, ['salable_quantity'], found);
}
