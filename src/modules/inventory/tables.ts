import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

type Flag = 0 | 1;

/**
 * The stock of a product. Each setting has its own column, so that a change writes one column. If its `use_config_…` is
 * 1, the configuration applies instead.
 */
export interface StockItemTable {
  item_id: Generated<number>;
  product_id: number;
  /** Null: never set. */
  qty: number | null;
  is_in_stock: Flag;
  is_qty_decimal: Flag;
  show_default_notification_message: Flag;
  use_config_min_qty: Flag;
  min_qty: number;
  use_config_min_sale_qty: Flag;
  min_sale_qty: number;
  use_config_max_sale_qty: Flag;
  max_sale_qty: number;
  use_config_backorders: Flag;
  /** 0: none, 1: allowed, 2: allowed with a notice to the customer. */
  backorders: number;
  use_config_notify_stock_qty: Flag;
  notify_stock_qty: number;
  use_config_qty_increments: Flag;
  qty_increments: number;
  use_config_enable_qty_inc: Flag;
  enable_qty_increments: Flag;
  use_config_manage_stock: Flag;
  manage_stock: Flag;
  /** Time since which the quantity has been below `notify_stock_qty`. */
  low_stock_date: string | null;
  is_decimal_divided: Flag;
  /** 1 while `is_in_stock` is 0 because the quantity ran out, not because a person set it. */
  stock_status_changed_auto: Flag;
  /** Status of the item in the default source if it differs from `is_in_stock`; null: the same. */
  source_status: Flag | null;
  /** Whether the default source has an item of the product; composite products have none. */
  is_in_source: Flag;
}

/** Ordered and unshipped units of a product in a stock. */
interface ReservationTable {
  stock_id: number;
  product_id: number;
  qty: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    cataloginventory_stock_item: StockItemTable;
    cataloginventory_reservation: ReservationTable;
  }
}

/** Columns by kind, with their default value. */
const flags: Readonly<Record<string, Flag>> = {
  is_in_stock: 0,
  is_qty_decimal: 0,
  show_default_notification_message: 0,
  use_config_min_qty: 1,
  use_config_min_sale_qty: 1,
  use_config_max_sale_qty: 1,
  use_config_backorders: 1,
  backorders: 0,
  use_config_notify_stock_qty: 1,
  use_config_qty_increments: 1,
  use_config_enable_qty_inc: 1,
  enable_qty_increments: 0,
  use_config_manage_stock: 1,
  manage_stock: 0,
  is_decimal_divided: 0,
  stock_status_changed_auto: 0,
};
const quantities: Readonly<Record<string, number>> = {
  min_qty: 0,
  min_sale_qty: 1,
  max_sale_qty: 0,
  notify_stock_qty: 0,
  qty_increments: 0,
};

/** Creates the tables of stock and reservations. */
export const migrations: readonly Migration[] = [
  {
    name: '001-stock-items',
    async up(db, { decimal }) {
      let table = db.schema
        .createTable('cataloginventory_stock_item')
        .addColumn('item_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('product_id', 'integer', (column) => column.notNull().unique())
        .addColumn('qty', sql.raw(decimal));
      for (const [name, value] of Object.entries(flags)) {
        table = table.addColumn(name, 'integer', (column) => column.notNull().defaultTo(value));
      }
      for (const [name, value] of Object.entries(quantities)) {
        table = table.addColumn(name, sql.raw(decimal), (column) => column.notNull().defaultTo(value));
      }
      await table.addColumn('low_stock_date', 'text').execute();
      await db.schema
        .createIndex('cataloginventory_stock_item_qty')
        .on('cataloginventory_stock_item')
        .columns(['qty', 'item_id'])
        .where('qty', 'is not', null)
        .execute();
    },
  },
  {
    name: '002-reservations',
    async up(db, { decimal }) {
      await db.schema
        .createTable('cataloginventory_reservation')
        .addColumn('product_id', 'integer', (column) =>
          column.primaryKey().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('qty', sql.raw(decimal), (column) => column.notNull())
        .execute();
    },
  },
  {
    name: '003-reservations-by-stock',
    async up(db, { decimal }) {
      await db.schema
        .createTable('cataloginventory_reservation_by_stock')
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('stock_id', 'integer', (column) => column.notNull())
        .addColumn('qty', sql.raw(decimal), (column) => column.notNull())
        .addPrimaryKeyConstraint('cataloginventory_reservation_key', ['product_id', 'stock_id'])
        .execute();
      await sql`insert into cataloginventory_reservation_by_stock (product_id, stock_id, qty)
        select product_id, 1, qty from cataloginventory_reservation`.execute(db);
      await db.schema.dropTable('cataloginventory_reservation').execute();
      await db.schema
        .alterTable('cataloginventory_reservation_by_stock')
        .renameTo('cataloginventory_reservation')
        .execute();
    },
  },
  {
    name: '004-default-source',
    async up(db) {
      await db.schema.alterTable('cataloginventory_stock_item').addColumn('source_status', 'integer').execute();
      await db.schema
        .alterTable('cataloginventory_stock_item')
        .addColumn('is_in_source', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
      await sql`update cataloginventory_stock_item set is_in_source = 0 where product_id in
        (select id from catalog_product where type_id in ('configurable', 'bundle', 'grouped'))`.execute(db);
    },
  },
];
