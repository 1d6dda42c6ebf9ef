import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A list of wishes of a customer. */
interface WishlistTable {
  wishlist_id: Generated<number>;
  customer_id: number;
  /** The customer, for the list that everybody has; null for further ones. */
  default_of: number | null;
  name: string | null;
  /** Whether others may see it. */
  is_public: 0 | 1;
  sharing_code: string;
  updated_at: string;
}

/** A product that a customer wishes. */
interface WishlistItemTable {
  wishlist_item_id: Generated<number>;
  wishlist_id: number;
  product_id: number;
  store_id: number;
  qty: number;
  description: string | null;
  added_at: string;
  /** A document: the choices, in the format of product options. */
  options: string;
}

/** A stored list. */
export type StoredWishlist = Readonly<Selectable<WishlistTable>>;
/** A stored item. */
export type StoredWishlistItem = Readonly<Selectable<WishlistItemTable>>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    wishlist: WishlistTable;
    wishlist_item: WishlistItemTable;
  }
}

/** Creates the tables of wish lists. */
export const migrations: readonly Migration[] = [
  {
    name: '001-wishlists',
    async up(db, { document, decimal }) {
      await db.schema
        .createTable('wishlist')
        .addColumn('wishlist_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('customer_id', 'integer', (column) =>
          column.notNull().references('customer_entity.id').onDelete('cascade'),
        )
        .addColumn('default_of', 'integer', (column) => column.unique())
        .addColumn('name', 'text')
        .addColumn('is_public', 'integer', (column) => column.notNull())
        .addColumn('sharing_code', 'text', (column) => column.notNull().unique())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('wishlist_customer').on('wishlist').column('customer_id').execute();
      await db.schema
        .createTable('wishlist_item')
        .addColumn('wishlist_item_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('wishlist_id', 'integer', (column) =>
          column.notNull().references('wishlist.wishlist_id').onDelete('cascade'),
        )
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('qty', decimal === 'real' ? 'real' : 'double precision', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('added_at', 'text', (column) => column.notNull())
        .addColumn('options', document === 'jsonb' ? 'jsonb' : 'text', (column) => column.notNull())
        .execute();
      for (const column of ['wishlist_id', 'product_id']) {
        await db.schema.createIndex(`wishlist_item_${column}`).on('wishlist_item').column(column).execute();
      }
    },
  },
];
