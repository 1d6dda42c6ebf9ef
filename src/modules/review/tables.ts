import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** Where a review stands, by the numbers of the interface. */
export const reviewStatus = { approved: 1, pending: 2, rejected: 3 } as const;

/** A review of a product. */
interface ReviewTable {
  review_id: Generated<number>;
  product_id: number;
  /** Null for a guest's. */
  customer_id: number | null;
  /** Store view where it was written. */
  store_id: number;
  status: number;
  nickname: string;
  summary: string;
  detail: string;
  created_at: string;
}

/** A store view for a review, which is visible there once it is approved. */
interface ReviewStoreTable {
  review_id: number;
  store_id: number;
}

/** A rating for reviews of products. */
interface RatingTable {
  rating_id: Generated<number>;
  name: string;
  position: number;
}

/** A store view with a rating. */
interface RatingStoreTable {
  rating_id: number;
  store_id: number;
}

/** A vote of a review: 1 to 5. */
interface ReviewVoteTable {
  review_id: number;
  rating_id: number;
  value: number;
}

/** The summary of a product's approved reviews in a store view. */
interface ReviewSummaryTable {
  product_id: number;
  store_id: number;
  review_count: number;
  /** Mean of all votes, 0 to 100. */
  rating_summary: number;
}

/** A stored review. */
export type StoredReview = Readonly<Selectable<ReviewTable>>;
/** A stored rating. */
export type StoredRating = Readonly<Selectable<RatingTable>>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    review: ReviewTable;
    review_store: ReviewStoreTable;
    review_vote: ReviewVoteTable;
    review_summary: ReviewSummaryTable;
    rating: RatingTable;
    rating_store: RatingStoreTable;
  }
}

/** Creates the tables of reviews, with the ratings of a fresh installation; no store view asks for one yet. */
export const migrations: readonly Migration[] = [
  {
    name: '001-reviews',
    async up(db, { decimal }) {
      await db.schema
        .createTable('review')
        .addColumn('review_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('customer_id', 'integer', (column) => column.references('customer_entity.id').onDelete('set null'))
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('nickname', 'text', (column) => column.notNull())
        .addColumn('summary', 'text', (column) => column.notNull())
        .addColumn('detail', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('review_product').on('review').columns(['product_id', 'status']).execute();
      await db.schema.createIndex('review_customer').on('review').column('customer_id').execute();
      await db.schema.createIndex('review_status').on('review').column('status').execute();
      await db.schema
        .createTable('rating')
        .addColumn('rating_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .execute();
      for (const [table, of] of [
        ['review_store', 'review'],
        ['rating_store', 'rating'],
      ] as const) {
        await db.schema
          .createTable(table)
          .addColumn(`${of}_id`, 'integer', (column) =>
            column.notNull().references(`${of}.${of}_id`).onDelete('cascade'),
          )
          .addColumn('store_id', 'integer', (column) => column.notNull())
          .addPrimaryKeyConstraint(`${table}_pk`, [`${of}_id`, 'store_id'])
          .execute();
      }
      await db.schema
        .createTable('review_vote')
        .addColumn('review_id', 'integer', (column) =>
          column.notNull().references('review.review_id').onDelete('cascade'),
        )
        .addColumn('rating_id', 'integer', (column) =>
          column.notNull().references('rating.rating_id').onDelete('cascade'),
        )
        .addColumn('value', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('review_vote_pk', ['review_id', 'rating_id'])
        .execute();
      await db.schema
        .createTable('review_summary')
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('review_count', 'integer', (column) => column.notNull())
        .addColumn('rating_summary', decimal, (column) => column.notNull())
        .addPrimaryKeyConstraint('review_summary_pk', ['product_id', 'store_id'])
        .execute();
      await db
        .insertInto('rating')
        .values(['Quality', 'Value', 'Price'].map((name) => ({ name, position: 0 })))
        .execute();
    },
  },
];
