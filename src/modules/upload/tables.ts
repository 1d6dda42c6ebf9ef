import type { Migration } from '../../kernel/module.ts';
import type { UploadPurpose } from './extensions.ts';

/** Files that storefronts upload, until an input uses them. */
interface UploadTable {
  upload_key: string;
  purpose: UploadPurpose;
  /** `customer 7`, or `guest 192.0.2.1` with the network. */
  owner: string;
  file_name: string;
  status: 'open' | 'received' | 'finished';
  /** The end of the time in which the file can be sent. */
  expires_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    upload: UploadTable;
  }
}

/** The table of uploads. */
export const migrations: readonly Migration[] = [
  {
    name: '001-uploads',
    async up(db) {
      await db.schema
        .createTable('upload')
        .addColumn('upload_key', 'text', (column) => column.primaryKey())
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('file_name', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('upload_expires_at').on('upload').column('expires_at').execute();
      await db.schema.createIndex('upload_owner').on('upload').column('owner').execute();
    },
  },
];
