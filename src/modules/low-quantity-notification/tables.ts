import { sql } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** The low-quantity limit of a SKU in a source. Without a row, the configured limit applies. */
interface LowQuantityTable {
  source_code: string;
  /** The case-folded SKU. */
  sku_key: string;
  notify_stock_qty: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    inventory_low_quantity: LowQuantityTable;
  }
}

/** Creates the table of low-quantity limits. */
export const migrations: readonly Migration[] = [
  {
    name: '001-low-quantities',
    async up(db, { decimal }) {
      await db.schema
        .createTable('inventory_low_quantity')
        .addColumn('source_code', 'text', (column) => column.notNull())
        .addColumn('sku_key', 'text', (column) => column.notNull())
        .addColumn('notify_stock_qty', sql.raw(decimal), (column) => column.notNull())
        .addPrimaryKeyConstraint('inventory_low_quantity_key', ['sku_key', 'source_code'])
        .execute();
    },
  },
];
