import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** An amount that a gift card is sold for. */
export interface GiftCardAmountTable {
  value_id: Generated<number>;
  product_id: number;
  /** 0: on all websites. */
  website_id: number;
  /** In ten-thousandths of the base currency. */
  value: number;
}

declare module '../../kernel/call.ts' {
  interface Tables {
    giftcard_amount: GiftCardAmountTable;
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
];
