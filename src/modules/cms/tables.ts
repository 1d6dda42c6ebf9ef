import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { fold } from '../../storage/sql.ts';

/** Common columns of pages and blocks. */
interface ContentColumns {
  identifier: string;
  title: string;
  content: string | null;
  creation_time: string;
  update_time: string;
  is_active: 0 | 1;
  /** The store view that has it; 0: all of them. */
  store_id: number;
}

/** A page of content. */
export interface PageTable extends ContentColumns {
  page_id: Generated<number>;
  page_layout: string | null;
  meta_title: string | null;
  meta_keywords: string | null;
  meta_description: string | null;
  content_heading: string | null;
  sort_order: number;
  layout_update_xml: string | null;
  custom_theme: string | null;
  custom_root_template: string | null;
  custom_layout_update_xml: string | null;
  /** `YYYY-MM-DD` */
  custom_theme_from: string | null;
  custom_theme_to: string | null;
}

/** A block of content. */
export interface BlockTable extends ContentColumns {
  block_id: Generated<number>;
}

/** A stored page. */
export type PageRow = Selectable<PageTable>;
/** A stored block. */
export type BlockRow = Selectable<BlockTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    cms_page: PageTable;
    cms_block: BlockTable;
  }
}

/** Creates the tables of pages and blocks. */
export const migrations: readonly Migration[] = [
  {
    name: '001-pages-and-blocks',
    async up(db) {
      await db.schema
        .createTable('cms_page')
        .addColumn('page_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('identifier', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('page_layout', 'text')
        .addColumn('meta_title', 'text')
        .addColumn('meta_keywords', 'text')
        .addColumn('meta_description', 'text')
        .addColumn('content_heading', 'text')
        .addColumn('content', 'text')
        .addColumn('creation_time', 'text', (column) => column.notNull())
        .addColumn('update_time', 'text', (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('sort_order', 'integer', (column) => column.notNull())
        .addColumn('layout_update_xml', 'text')
        .addColumn('custom_theme', 'text')
        .addColumn('custom_root_template', 'text')
        .addColumn('custom_layout_update_xml', 'text')
        .addColumn('custom_theme_from', 'text')
        .addColumn('custom_theme_to', 'text')
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addUniqueConstraint('cms_page_identifier', ['identifier', 'store_id'])
        .execute();
      await db.schema
        .createTable('cms_block')
        .addColumn('block_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('identifier', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('content', 'text')
        .addColumn('creation_time', 'text', (column) => column.notNull())
        .addColumn('update_time', 'text', (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('cms_block_identifier')
        .unique()
        .on('cms_block')
        .expression(fold('identifier'))
        .column('store_id')
        .execute();
    },
  },
];
