import type { Generated, Selectable } from 'kysely';
import type { JsonText } from '../../kernel/json-text.ts';
import type { Migration } from '../../kernel/module.ts';
import type { HistoryChanges } from './history.ts';
import type { TemplateState } from './states.ts';

/** A template from which a buyer generates quotes. Its items and prices are the negotiation of the same id. */
interface NegotiableQuoteTemplateTable {
  /** Also the id of its cart and of its terms. */
  template_id: number;
  /** The quote that it was made of; null: none. */
  parent_quote_id: number | null;
  customer_id: number;
  company_id: number;
  template_name: string;
  status: TemplateState;
  /** The last day of validity, `YYYY-MM-DD`; null: unlimited. */
  expires_on: string | null;
  creator_type: number;
  creator_id: number;
  /** Orders that the buyer commits to; 0: none. */
  min_orders: number;
  /** Greatest number of quotes; 0: no limit. */
  max_orders: number;
  is_min_max_qty_used: number;
  /** Whether the buyer changed the terms since the shop submitted them. */
  is_changed: number;
  /** The grand total of the terms when they were shared last, in ten-thousandths of the currency of the cart. */
  grand_total: Generated<number>;
  activated_at: string | null;
  last_shared_at: string | null;
  inactivated_at: string | null;
  created_at: string;
  updated_at: string;
}
/** A row of `negotiable_quote_template`. */
export type TemplateRow = Selectable<NegotiableQuoteTemplateTable>;

/** The quotes that were generated from templates. */
interface NegotiableQuoteTemplateQuoteTable {
  quote_id: number;
  template_id: number;
}

interface NegotiableQuoteTemplateLinkTable {
  link_id: Generated<number>;
  template_id: number;
  document_name: string;
  document_identifier: string;
  reference_document_url: string;
  created_at: string;
}
/** A row of `negotiable_quote_template_link`. */
export type DocumentLinkRow = Selectable<NegotiableQuoteTemplateLinkTable>;

interface NegotiableQuoteTemplateHistoryTable {
  history_id: Generated<number>;
  template_id: number;
  creator_type: number;
  creator_id: number;
  change_type: string;
  changes: JsonText<HistoryChanges>;
  created_at: string;
}
/** A row of `negotiable_quote_template_history`. */
export type TemplateHistoryRow = Selectable<NegotiableQuoteTemplateHistoryTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    negotiable_quote_template: NegotiableQuoteTemplateTable;
    negotiable_quote_template_quote: NegotiableQuoteTemplateQuoteTable;
    negotiable_quote_template_link: NegotiableQuoteTemplateLinkTable;
    negotiable_quote_template_history: NegotiableQuoteTemplateHistoryTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-templates',
    async up(db) {
      await db.schema
        .createTable('negotiable_quote_template')
        .addColumn('template_id', 'integer', (column) => column.primaryKey())
        .addColumn('parent_quote_id', 'integer')
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('template_name', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('expires_on', 'text')
        .addColumn('creator_type', 'integer', (column) => column.notNull())
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('min_orders', 'integer', (column) => column.notNull())
        .addColumn('max_orders', 'integer', (column) => column.notNull())
        .addColumn('is_min_max_qty_used', 'integer', (column) => column.notNull())
        .addColumn('is_changed', 'integer', (column) => column.notNull())
        .addColumn('grand_total', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('activated_at', 'text')
        .addColumn('last_shared_at', 'text')
        .addColumn('inactivated_at', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('negotiable_quote_template_customer')
        .on('negotiable_quote_template')
        .columns(['company_id', 'customer_id'])
        .execute();
      await db.schema
        .createIndex('negotiable_quote_template_expiry')
        .on('negotiable_quote_template')
        .columns(['status', 'expires_on'])
        .execute();
      await db.schema
        .createTable('negotiable_quote_template_quote')
        .addColumn('quote_id', 'integer', (column) => column.primaryKey())
        .addColumn('template_id', 'integer', (column) =>
          column.notNull().references('negotiable_quote_template.template_id').onDelete('cascade'),
        )
        .execute();
      await db.schema
        .createIndex('negotiable_quote_template_quote_template')
        .on('negotiable_quote_template_quote')
        .column('template_id')
        .execute();
      await db.schema
        .createTable('negotiable_quote_template_link')
        .addColumn('link_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('template_id', 'integer', (column) =>
          column.notNull().references('negotiable_quote_template.template_id').onDelete('cascade'),
        )
        .addColumn('document_name', 'text', (column) => column.notNull())
        .addColumn('document_identifier', 'text', (column) => column.notNull())
        .addColumn('reference_document_url', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('negotiable_quote_template_link_template')
        .on('negotiable_quote_template_link')
        .column('template_id')
        .execute();
      await db.schema
        .createTable('negotiable_quote_template_history')
        .addColumn('history_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('template_id', 'integer', (column) =>
          column.notNull().references('negotiable_quote_template.template_id').onDelete('cascade'),
        )
        .addColumn('creator_type', 'integer', (column) => column.notNull())
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('change_type', 'text', (column) => column.notNull())
        .addColumn('changes', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('negotiable_quote_template_history_template')
        .on('negotiable_quote_template_history')
        .column('template_id')
        .execute();
    },
  },
];
