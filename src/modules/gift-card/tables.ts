import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A selectable amount of a gift card. */
export interface GiftCardAmountTable {
  value_id: Generated<number>;
  product_id: number;
  /** 0: on all websites. */
  website_id: number;
  /** In ten-thousandths of the base currency. */
  value: number;
}

/** A card that was created for an order item: one per paid unit. */
interface SoldGiftCardTable {
  order_id: number;
  order_item_id: number;
  /** Number of the card within the item, from 1. */
  number: number;
  giftcardaccount_id: number;
  code: string;
  /** 1: created when the item was ordered; 0: when it was invoiced. */
  is_of_order: 0 | 1;
  /** 1: canceled or refunded. */
  is_returned: 0 | 1;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    giftcard_amount: GiftCardAmountTable;
    giftcard_sold: SoldGiftCardTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-gift-cards',
    async up(db) {
      await db.schema
        .createTable('giftcard_amount')
        .addColumn('value_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addColumn('value', 'integer', (column) => column.notNull())
        .addUniqueConstraint('giftcard_amount_value', ['product_id', 'website_id', 'value'])
        .execute();
    },
  },
  {
    name: '002-sold-gift-cards',
    async up(db) {
      await db.schema
        .createTable('giftcard_sold')
        .addColumn('order_id', 'integer', (column) => column.notNull())
        .addColumn('order_item_id', 'integer', (column) => column.notNull())
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('giftcardaccount_id', 'integer', (column) => column.notNull())
        .addColumn('code', 'text', (column) => column.notNull())
        .addColumn('is_of_order', 'integer', (column) => column.notNull())
        .addColumn('is_returned', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('giftcard_sold_key', ['order_item_id', 'number'])
        .execute();
      await db.schema.createIndex('giftcard_sold_order').on('giftcard_sold').column('order_id').execute();
    },
  },
];
