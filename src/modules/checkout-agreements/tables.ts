import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** Terms and conditions. */
interface AgreementTable {
  agreement_id: Generated<number>;
  name: string;
  content: string;
  content_height: string | null;
  checkbox_text: string;
  is_active: 0 | 1;
  is_html: 0 | 1;
  /** 1: accepted by a checkbox, 0: by ordering. */
  mode: 0 | 1;
}

/** A store view where terms apply; 0: all store views. */
interface AgreementStoreTable {
  agreement_id: number;
  store_id: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    checkout_agreement: AgreementTable;
    checkout_agreement_store: AgreementStoreTable;
  }
}

/** Creates the tables of terms. */
export const migrations: readonly Migration[] = [
  {
    name: '001-agreements',
    async up(db) {
      await db.schema
        .createTable('checkout_agreement')
        .addColumn('agreement_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('content_height', 'text')
        .addColumn('checkbox_text', 'text', (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('is_html', 'integer', (column) => column.notNull())
        .addColumn('mode', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('checkout_agreement_store')
        .addColumn('agreement_id', 'integer', (column) =>
          column.notNull().references('checkout_agreement.agreement_id').onDelete('cascade'),
        )
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('checkout_agreement_store_key', ['agreement_id', 'store_id'])
        .execute();
    },
  },
];
