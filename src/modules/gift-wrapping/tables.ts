import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A design; its names are in `magento_giftwrapping_store_attributes`. */
interface WrappingTable {
  wrapping_id: Generated<number>;
  /** 1: buyers may choose it. */
  status: number;
  /** In the base currency, four decimals. */
  base_price: number;
  /** File name in the folder `wrapping` of the media. */
  image: string | null;
}
/** A design as stored. */
export type WrappingRow = Selectable<WrappingTable>;

/** The name of a design in a store view; 0: the default name. */
interface WrappingTextTable {
  wrapping_id: number;
  store_id: number;
  design: string;
}

/** A website that offers a design. */
interface WrappingWebsiteTable {
  wrapping_id: number;
  website_id: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    magento_giftwrapping: WrappingTable;
    magento_giftwrapping_store_attributes: WrappingTextTable;
    magento_giftwrapping_website: WrappingWebsiteTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-designs',
    async up(db, dialect) {
      await db.schema
        .createTable('magento_giftwrapping')
        .addColumn('wrapping_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('base_price', dialect.decimal, (column) => column.notNull())
        .addColumn('image', 'text', (column) => column.unique())
        .execute();
      await db.schema
        .createTable('magento_giftwrapping_store_attributes')
        .addColumn('wrapping_id', 'integer', (column) =>
          column.notNull().references('magento_giftwrapping.wrapping_id').onDelete('cascade'),
        )
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('design', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('magento_giftwrapping_store_attributes_key', ['wrapping_id', 'store_id'])
        .execute();
      await db.schema
        .createTable('magento_giftwrapping_website')
        .addColumn('wrapping_id', 'integer', (column) =>
          column.notNull().references('magento_giftwrapping.wrapping_id').onDelete('cascade'),
        )
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('magento_giftwrapping_website_key', ['wrapping_id', 'website_id'])
        .execute();
    },
  },
];
