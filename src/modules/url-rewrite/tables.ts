import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/**
 * Former paths of entities, and the shop's own rewrites. Current paths follow from URL keys and are not stored here.
 */
interface UrlRewriteTable {
  url_rewrite_id: Generated<number>;
  /** Kind of the target; `CUSTOM` for a rewrite of the shop's own. */
  entity_type: string;
  /** 0 for `CUSTOM`. */
  entity_id: number;
  /** Folded, without slashes around it. */
  request_path: string;
  /** Of `CUSTOM`: a path of the shop, a path within the platform, or a whole URL. */
  target_path: string | null;
  /** 301, 302, or 0 to show the page under the path itself. */
  redirect_type: number;
  /** 0: all store views. */
  store_id: number;
  description: string | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    url_rewrite: UrlRewriteTable;
  }
}

/** Creates the table of stored rewrites. */
export const migrations: readonly Migration[] = [
  {
    name: '001-url-rewrites',
    async up(db, { kind }) {
      const folded = kind === 'sqlite' ? sql`text` : sql`text collate "C"`;
      await db.schema
        .createTable('url_rewrite')
        .addColumn('url_rewrite_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('entity_type', 'text', (column) => column.notNull())
        .addColumn('entity_id', 'integer', (column) => column.notNull())
        .addColumn('request_path', folded, (column) => column.notNull())
        .addColumn('target_path', 'text')
        .addColumn('redirect_type', 'integer', (column) => column.notNull())
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('description', 'text')
        .addUniqueConstraint('url_rewrite_request_path', ['request_path', 'store_id'])
        .execute();
      await db.schema
        .createIndex('url_rewrite_entity')
        .on('url_rewrite')
        .columns(['entity_type', 'entity_id', 'store_id'])
        .execute();
    },
  },
];
