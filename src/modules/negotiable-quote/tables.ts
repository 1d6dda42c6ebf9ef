import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import type { JsonText } from '../../kernel/json-text.ts';

/** The amounts of an item at the start of the negotiation, in both currencies. */
export interface OriginalItem {
  readonly item_id: number;
  readonly price: number;
  readonly base_price: number;
  readonly tax: number;
  readonly base_tax: number;
  readonly discount: number;
  readonly row: number;
  readonly base_row: number;
}

/** The negotiation of a cart's price. Amounts are in ten-thousandths of the base currency. */
interface NegotiableQuoteTable {
  quote_id: number;
  /** See `states.ts`. */
  status: string;
  quote_name: string;
  creator_type: number;
  creator_id: number;
  /** See `priceTypes`; null: no proposed price. */
  price_type: number | null;
  /** In ten-thousandths of a percent or of the base currency. */
  price_value: number | null;
  /** The last day of validity, `YYYY-MM-DD`; null: unlimited. */
  expires_on: string | null;
  /** The items and quantities that the price applies to. */
  items_key: string;
  /** The amounts of the items at the start of the negotiation. */
  original_items: JsonText<OriginalItem[]>;
  created_at: string;
  updated_at: string;
}
/** A row of `negotiable_quote`. */
export type NegotiationRow = Selectable<NegotiableQuoteTable>;

interface NegotiableQuoteCommentTable {
  entity_id: Generated<number>;
  quote_id: number;
  creator_type: number;
  creator_id: number;
  comment: string;
  is_decline: number;
  created_at: string;
}
/** A row of `negotiable_quote_comment`. */
export type NegotiationCommentRow = Selectable<NegotiableQuoteCommentTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    negotiable_quote: NegotiableQuoteTable;
    negotiable_quote_comment: NegotiableQuoteCommentTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-negotiations',
    async up(db) {
      await db.schema
        .createTable('negotiable_quote')
        .addColumn('quote_id', 'integer', (column) => column.primaryKey())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('quote_name', 'text', (column) => column.notNull())
        .addColumn('creator_type', 'integer', (column) => column.notNull())
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('price_type', 'integer')
        .addColumn('price_value', 'bigint')
        .addColumn('expires_on', 'text')
        .addColumn('items_key', 'text', (column) => column.notNull())
        .addColumn('original_items', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('negotiable_quote_comment')
        .addColumn('entity_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('quote_id', 'integer', (column) =>
          column.notNull().references('negotiable_quote.quote_id').onDelete('cascade'),
        )
        .addColumn('creator_type', 'integer', (column) => column.notNull())
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('comment', 'text', (column) => column.notNull())
        .addColumn('is_decline', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('negotiable_quote_comment_quote')
        .on('negotiable_quote_comment')
        .columns(['quote_id', 'entity_id'])
        .execute();
    },
  },
];
