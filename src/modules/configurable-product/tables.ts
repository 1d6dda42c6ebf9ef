import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** An option: an attribute by which the variants of a product differ. */
export interface ConfigurableOptionTable {
  id: Generated<number>;
  product_id: number;
  attribute_id: number;
  position: number;
  /** A document: labels by store id; 0 for all store views. */
  labels: string;
}

/** A variant of a product; variants are sorted by id. */
interface ConfigurableLinkTable {
  id: Generated<number>;
  parent_id: number;
  /** Null only after the variant was deleted and before this row is, within one transaction. */
  child_id: number | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    configurable_option: ConfigurableOptionTable;
    configurable_link: ConfigurableLinkTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-configurable-products',
    async up(db, { document }) {
      await db.schema
        .createTable('configurable_option')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('attribute_id', 'integer', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('labels', sql.raw(document), (column) => column.notNull())
        .addUniqueConstraint('configurable_option_key', ['product_id', 'attribute_id'])
        .execute();
      await db.schema
        .createIndex('configurable_option_attribute')
        .on('configurable_option')
        .column('attribute_id')
        .execute();
      await db.schema
        .createTable('configurable_link')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('parent_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('child_id', 'integer', (column) => column.references('catalog_product.id').onDelete('set null'))
        .addUniqueConstraint('configurable_link_key', ['parent_id', 'child_id'])
        .execute();
      await db.schema.createIndex('configurable_link_child').on('configurable_link').column('child_id').execute();
    },
  },
];
