import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** The kind of an alert: a lower price, or a product back in stock. */
export type AlertKind = 'price' | 'stock';

/** A customer's subscription to an alert. */
interface ProductAlertTable {
  alert_id: Generated<number>;
  kind: AlertKind;
  customer_id: number;
  product_id: number;
  website_id: number;
  /** Store view of the subscription, which determines language and prices. */
  store_id: number;
  /** For price alerts: the last price known to the customer, in the base currency. */
  price: number | null;
}

/** An alert as stored. */
export type StoredAlert = Readonly<Selectable<ProductAlertTable>>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    product_alert: ProductAlertTable;
  }
}

/** Creates the table of alerts. */
export const migrations: readonly Migration[] = [
  {
    name: '001-alerts',
    async up(db, { decimal }) {
      await db.schema
        .createTable('product_alert')
        .addColumn('alert_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('customer_id', 'integer', (column) =>
          column.notNull().references('customer_entity.id').onDelete('cascade'),
        )
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('price', decimal)
        .execute();
      await db.schema
        .createIndex('product_alert_customer')
        .unique()
        .on('product_alert')
        .columns(['customer_id', 'kind', 'website_id', 'product_id'])
        .execute();
      await db.schema.createIndex('product_alert_product').on('product_alert').column('product_id').execute();
    },
  },
];
