import { sql, type Generated, type Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import type { JsonText } from '../../kernel/json-text.ts';
import { randomKey } from '../../platform/access/random.ts';

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

/** A proposed price of an item, per unit: see `priceTypes`; percent or an amount of the base currency. */
export interface ItemPrice {
  readonly item_id: number;
  readonly type: number;
  readonly value: number;
}

/** The offer of the shop for an item: its price, both values null for none, and whether the price of the whole quote leaves it out. */
export interface ItemOffer {
  readonly item_id: number;
  readonly type: number | null;
  readonly value: number | null;
  /** Absent: false. */
  readonly is_locked?: boolean;
}

/** Quantities of an item that an order may have; null: no limit. */
export interface ItemLimits {
  readonly item_id: number;
  readonly min_qty: number | null;
  readonly max_qty: number | null;
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
  /** The reminder that the buyer got last: the last day that it is about, and the hours, `2026-11-30/48`; null: none. */
  reminder: string | null;
  /** The agreed price for shipping, in ten-thousandths of the base currency; null: that of the carrier. */
  shipping_price: Generated<number | null>;
  /** Proposed prices of single items, and their locks. */
  item_prices: Generated<JsonText<ItemOffer[]>>;
  /** Least and greatest quantities of single items. */
  item_limits: Generated<JsonText<ItemLimits[]>>;
  /** The items and quantities that the price applies to. */
  items_key: string;
  /** The amounts of the items at the start of the negotiation. */
  original_items: JsonText<OriginalItem[]>;
  /** 1 for a quote that the buyer deleted: nobody sees it. */
  is_hidden: Generated<number>;
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

interface NegotiableQuoteAttachmentTable {
  attachment_id: Generated<number>;
  comment_id: number;
  file_name: string;
  /** Path in the store of files. */
  file_path: string;
  file_type: string;
}
/** A row of `negotiable_quote_attachment`. */
export type AttachmentRow = Selectable<NegotiableQuoteAttachmentTable>;

/** The quotes of items, by the ids of the items in the carts. */
interface NegotiableQuoteItemTable {
  item_id: number;
  quote_id: number;
}

interface NegotiableQuoteItemNoteTable {
  note_id: Generated<number>;
  quote_id: number;
  /** Id of the item in the cart. */
  negotiable_quote_item_id: number;
  creator_type: number;
  creator_id: number;
  note: string;
  created_at: string;
}
/** A row of `negotiable_quote_item_note`. */
export type ItemNoteRow = Selectable<NegotiableQuoteItemNoteTable>;

/** A note on an item, as it was written. */
export interface HistoryNote {
  readonly item_id: number;
  readonly product_name: string;
  readonly note: string;
}

/** The changes of quotes, as their histories show them; of the terms of templates only the notes. */
interface NegotiableQuoteHistoryTable {
  history_id: Generated<number>;
  quote_id: number;
  creator_type: number;
  creator_id: number;
  /** The states before and after; null: the quote is new. */
  old_status: string | null;
  new_status: string;
  comment: string | null;
  old_expires_on: string | null;
  new_expires_on: string | null;
  /** The grand total after the change, in ten-thousandths of the currency of the cart; null: not computed. */
  total: number | null;
  /** Ids of the products that the change removed. */
  removed: JsonText<number[]>;
  /** The note on an item that the change is; null: none. */
  item_note: JsonText<HistoryNote> | null;
  created_at: string;
}
/** A row of `negotiable_quote_history`. */
export type QuoteHistoryRow = Selectable<NegotiableQuoteHistoryTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    negotiable_quote: NegotiableQuoteTable;
    negotiable_quote_history: NegotiableQuoteHistoryTable;
    negotiable_quote_comment: NegotiableQuoteCommentTable;
    negotiable_quote_attachment: NegotiableQuoteAttachmentTable;
    negotiable_quote_item: NegotiableQuoteItemTable;
    negotiable_quote_item_note: NegotiableQuoteItemNoteTable;
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
  {
    name: '002-proposals',
    async up(db, { kind }) {
      await db.schema.alterTable('negotiable_quote').addColumn('shipping_price', 'bigint').execute();
      await db.schema
        .alterTable('negotiable_quote')
        .addColumn('item_prices', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute();
      await db.schema
        .createIndex('negotiable_quote_expiry')
        .on('negotiable_quote')
        .columns(['status', 'expires_on'])
        .execute();
      await db.schema
        .createTable('negotiable_quote_attachment')
        .addColumn('attachment_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('comment_id', 'integer', (column) =>
          column.notNull().references('negotiable_quote_comment.entity_id').onDelete('cascade'),
        )
        .addColumn('file_name', 'text', (column) => column.notNull())
        .addColumn('file_path', 'text', (column) => column.notNull())
        .addColumn('file_type', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('negotiable_quote_attachment_comment')
        .on('negotiable_quote_attachment')
        .column('comment_id')
        .execute();
      await db.schema
        .createTable('negotiable_quote_item')
        .addColumn('item_id', 'integer', (column) => column.primaryKey())
        .addColumn('quote_id', 'integer', (column) =>
          column.notNull().references('negotiable_quote.quote_id').onDelete('cascade'),
        )
        .execute();
      await db.schema
        .createIndex('negotiable_quote_item_quote')
        .on('negotiable_quote_item')
        .column('quote_id')
        .execute();
      const items = {
        sqlite: sql`json_each(q.original_items)`,
        postgres: sql`jsonb_array_elements(cast(q.original_items as jsonb))`,
      };
      await sql`insert into negotiable_quote_item (item_id, quote_id)
        select cast(item.value ->> 'item_id' as integer), q.quote_id
        from negotiable_quote q, ${items[kind]} as item`.execute(db);
      await db.schema
        .createTable('negotiable_quote_item_note')
        .addColumn('note_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('quote_id', 'integer', (column) =>
          column.notNull().references('negotiable_quote.quote_id').onDelete('cascade'),
        )
        .addColumn('negotiable_quote_item_id', 'integer', (column) => column.notNull())
        .addColumn('creator_type', 'integer', (column) => column.notNull())
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('note', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('negotiable_quote_item_note_quote')
        .on('negotiable_quote_item_note')
        .columns(['quote_id', 'negotiable_quote_item_id'])
        .execute();
    },
  },
  {
    // Until this release the cart of a negotiation stayed the customer's own one.
    name: '003-carts-apart',
    async up(db) {
      await sql`update quote set is_apart = 1 where id in (select quote_id from negotiable_quote where status <> 'declined')`.execute(
        db,
      );
    },
  },
  {
    name: '004-history',
    async up(db) {
      await db.schema
        .alterTable('negotiable_quote')
        .addColumn('is_hidden', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('negotiable_quote_history')
        .addColumn('history_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('quote_id', 'integer', (column) =>
          column.notNull().references('negotiable_quote.quote_id').onDelete('cascade'),
        )
        .addColumn('creator_type', 'integer', (column) => column.notNull())
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('old_status', 'text')
        .addColumn('new_status', 'text', (column) => column.notNull())
        .addColumn('comment', 'text')
        .addColumn('old_expires_on', 'text')
        .addColumn('new_expires_on', 'text')
        .addColumn('total', 'bigint')
        .addColumn('removed', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('negotiable_quote_history_quote')
        .on('negotiable_quote_history')
        .columns(['quote_id', 'history_id'])
        .execute();
      await db.schema
        .createIndex('negotiable_quote_attachment_path')
        .on('negotiable_quote_attachment')
        .column('file_path')
        .execute();
      // The interface of storefronts knows quotes by the masked ids of their carts.
      const unmasked = await sql<{ id: number }>`select id from quote
        where masked_id is null and id in (select quote_id from negotiable_quote)`.execute(db);
      for (const { id } of unmasked.rows) {
        await sql`update quote set masked_id = ${randomKey()} where id = ${id}`.execute(db);
      }
    },
  },
  {
    name: '005-item-limits',
    async up(db) {
      await db.schema
        .alterTable('negotiable_quote')
        .addColumn('item_limits', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute();
    },
  },
  {
    name: '006-uploads',
    async up(db) {
      await db.schema
        .createTable('negotiable_quote_upload')
        .addColumn('upload_key', 'text', (column) => column.primaryKey())
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .addColumn('file_name', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('negotiable_quote_upload_expiry')
        .on('negotiable_quote_upload')
        .column('expires_at')
        .execute();
      await db.schema
        .createIndex('negotiable_quote_upload_customer')
        .on('negotiable_quote_upload')
        .column('customer_id')
        .execute();
    },
  },
  {
    name: '007-history-notes',
    async up(db) {
      await db.schema.alterTable('negotiable_quote_history').addColumn('item_note', 'text').execute();
    },
  },
  {
    name: '008-reminders',
    async up(db) {
      await db.schema.alterTable('negotiable_quote').addColumn('reminder', 'text').execute();
    },
  },
  {
    // Uploads of all purposes are in one table of their module, which removes the files of these.
    name: '009-uploads-of-all-purposes',
    async up(db) {
      await db.schema.dropTable('negotiable_quote_upload').execute();
    },
  },
];
