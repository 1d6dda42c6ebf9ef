import { sql, type Generated, type Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { formatTime } from '../../kernel/time.ts';

/** A list of products that somebody compares. */
interface CompareListTable {
  list_id: Generated<number>;
  /** Its id in storefronts: not guessable. */
  uid: string;
  /** The customer, who has no other list; null for a guest's. */
  customer_id: number | null;
  /** When somebody filled or saw it, to the day. */
  used_at: Generated<string>;
}

/** A product that is compared. */
interface CompareListItemTable {
  item_id: Generated<number>;
  list_id: number;
  product_id: number;
}

/** A stored list. */
export type StoredCompareList = Readonly<Selectable<CompareListTable>>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    compare_list: CompareListTable;
    compare_list_item: CompareListItemTable;
  }
}

/** Creates the tables of compare lists. */
export const migrations: readonly Migration[] = [
  {
    name: '001-compare-lists',
    async up(db) {
      await db.schema
        .createTable('compare_list')
        .addColumn('list_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('uid', 'text', (column) => column.notNull().unique())
        .addColumn('customer_id', 'integer', (column) =>
          column.unique().references('customer_entity.id').onDelete('cascade'),
        )
        .execute();
      await db.schema
        .createTable('compare_list_item')
        .addColumn('item_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('list_id', 'integer', (column) =>
          column.notNull().references('compare_list.list_id').onDelete('cascade'),
        )
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addUniqueConstraint('compare_list_item_once', ['list_id', 'product_id'])
        .execute();
      await db.schema.createIndex('compare_list_item_product').on('compare_list_item').column('product_id').execute();
    },
  },
  {
    name: '002-use',
    async up(db) {
      await db.schema
        .alterTable('compare_list')
        .addColumn('used_at', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      // The last use of existing lists is unknown: their lifetime starts now.
      await sql`update compare_list set used_at = ${formatTime(new Date())}`.execute(db);
      await db.schema.createIndex('compare_list_use').on('compare_list').column('used_at').execute();
    },
  },
];
