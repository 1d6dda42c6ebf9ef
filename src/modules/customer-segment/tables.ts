import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A segment of customers. */
interface SegmentTable {
  segment_id: Generated<number>;
  name: string;
  description: string | null;
  is_active: 0 | 1;
  /** See `appliesTo`. */
  apply_to: number;
  /** A document: the tree of conditions. */
  conditions: string;
}

interface SegmentWebsiteTable {
  segment_id: number;
  website_id: number;
}

/** A customer who is in a segment. */
interface SegmentCustomerTable {
  segment_id: number;
  customer_id: number;
}

/** A customer with changes, whose segments are due for recalculation; one row for each change. */
interface SegmentPendingTable {
  id: Generated<number>;
  customer_id: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    customer_segment: SegmentTable;
    customer_segment_website: SegmentWebsiteTable;
    customer_segment_customer: SegmentCustomerTable;
    customer_segment_pending: SegmentPendingTable;
  }
}

/** Creates the tables of segments. */
export const migrations: readonly Migration[] = [
  {
    name: '001-segments',
    async up(db, { document }) {
      const { schema } = db;
      await schema
        .createTable('customer_segment')
        .addColumn('segment_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('apply_to', 'integer', (column) => column.notNull())
        .addColumn('conditions', sql.raw(document), (column) => column.notNull())
        .execute();
      for (const [table, other] of [
        ['customer_segment_website', 'website_id'],
        ['customer_segment_customer', 'customer_id'],
      ] as const) {
        await schema
          .createTable(table)
          .addColumn('segment_id', 'integer', (column) =>
            column.notNull().references('customer_segment.segment_id').onDelete('cascade'),
          )
          .addColumn(other, 'integer', (column) =>
            table === 'customer_segment_customer'
              ? column.notNull().references('customer_entity.id').onDelete('cascade')
              : column.notNull(),
          )
          .addPrimaryKeyConstraint(`${table}_key`, ['segment_id', other])
          .execute();
      }
      await schema
        .createIndex('customer_segment_customer_customer')
        .on('customer_segment_customer')
        .column('customer_id')
        .execute();
      await schema
        .createTable('customer_segment_pending')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .execute();
      await schema
        .createIndex('customer_segment_pending_customer')
        .on('customer_segment_pending')
        .column('customer_id')
        .execute();
    },
  },
];
