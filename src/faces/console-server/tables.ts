import type { Migration } from '../../kernel/module.ts';

/** A link that signs an admin user in, once. */
interface ConsoleLinkTable {
  /** Digest of the code; the code itself is nowhere. */
  code_hash: string;
  user_id: number;
  /** Milliseconds since 1970, by the platform's clock. */
  expires_at: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    console_link: ConsoleLinkTable;
  }
}

export const consoleMigration: Migration = {
  name: '001-links',
  async up(db) {
    await db.schema
      .createTable('console_link')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'integer', (column) => column.notNull())
      .execute();
  },
};
