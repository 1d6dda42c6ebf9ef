import type { Migration } from '../../kernel/module.ts';

/** One stored setting; a setting without a row has its shipped default. */
export interface ConfigurationTable {
  scope: 'default' | 'websites' | 'stores';
  /** Id of the website or store view; 0 in the default scope. */
  scope_id: number;
  path: string;
  value: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    core_config_data: ConfigurationTable;
  }
}

/** Creates the table of stored settings. */
export const migrations: readonly Migration[] = [
  {
    name: '001-configuration',
    up: (db) =>
      db.schema
        .createTable('core_config_data')
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn('scope_id', 'integer', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('core_config_data_pk', ['path', 'scope', 'scope_id'])
        .execute(),
  },
];
