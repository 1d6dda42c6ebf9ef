import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { shareMigration, type RequisitionListShareTable } from './share-table.ts';

/** A list of products that a customer orders repeatedly. */
interface RequisitionListTable {
  list_id: Generated<number>;
  customer_id: number;
  name: string;
  description: string | null;
  updated_at: string;
}

/** A product in a requisition list. */
interface RequisitionListItemTable {
  item_id: Generated<number>;
  list_id: number;
  product_id: number;
  /** The store view in which it was added. */
  store_id: number;
  qty: number;
  added_at: string;
  /** A document: the choices, in the format of product options. */
  options: string;
}

/** A stored requisition list. */
export type StoredRequisitionList = Readonly<Selectable<RequisitionListTable>>;
/** A stored item of a requisition list. */
export type StoredRequisitionListItem = Readonly<Selectable<RequisitionListItemTable>>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    requisition_list: RequisitionListTable;
    requisition_list_item: RequisitionListItemTable;
    requisition_list_share: RequisitionListShareTable;
  }
}

/** Creates the tables of requisition lists. */
export const migrations: readonly Migration[] = [
  {
    name: '001-requisition-lists',
    async up(db, { document, decimal }) {
      await db.schema
        .createTable('requisition_list')
        .addColumn('list_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('customer_id', 'integer', (column) =>
          column.notNull().references('customer_entity.id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('requisition_list_customer').on('requisition_list').column('customer_id').execute();
      await db.schema
        .createTable('requisition_list_item')
        .addColumn('item_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('list_id', 'integer', (column) =>
          column.notNull().references('requisition_list.list_id').onDelete('cascade'),
        )
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('qty', decimal === 'real' ? 'real' : 'double precision', (column) => column.notNull())
        .addColumn('added_at', 'text', (column) => column.notNull())
        .addColumn('options', document === 'jsonb' ? 'jsonb' : 'text', (column) => column.notNull())
        .execute();
      for (const column of ['list_id', 'product_id']) {
        await db.schema
          .createIndex(`requisition_list_item_${column}`)
          .on('requisition_list_item')
          .column(column)
          .execute();
      }
    },
  },
  shareMigration,
];
