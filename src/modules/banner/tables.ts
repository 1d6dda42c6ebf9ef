import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import type { TargetKind } from './targets.ts';

interface DynamicBlockTable {
  block_id: Generated<number>;
  name: string;
  is_enabled: 0 | 1;
}

/** The content of a block in a store view; 0: in all without their own. */
interface DynamicBlockContentTable {
  block_id: number;
  store_id: number;
  /** HTML with directives. */
  content: string;
}

/** Where, to whom or with which rule a block is shown. */
interface DynamicBlockTargetTable {
  block_id: number;
  kind: TargetKind;
  /** A location, the id of a segment, of a cart price rule or of a catalog price rule. */
  value: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    dynamic_block: DynamicBlockTable;
    dynamic_block_content: DynamicBlockContentTable;
    dynamic_block_target: DynamicBlockTargetTable;
  }
}

/** Creates the tables of dynamic blocks. */
export const migrations: readonly Migration[] = [
  {
    name: '001-dynamic-blocks',
    async up({ schema }) {
      await schema
        .createTable('dynamic_block')
        .addColumn('block_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('is_enabled', 'integer', (column) => column.notNull())
        .execute();
      await schema
        .createTable('dynamic_block_content')
        .addColumn('block_id', 'integer', (column) =>
          column.notNull().references('dynamic_block.block_id').onDelete('cascade'),
        )
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('dynamic_block_content_key', ['block_id', 'store_id'])
        .execute();
      await schema
        .createTable('dynamic_block_target')
        .addColumn('block_id', 'integer', (column) =>
          column.notNull().references('dynamic_block.block_id').onDelete('cascade'),
        )
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('dynamic_block_target_key', ['block_id', 'kind', 'value'])
        .execute();
    },
  },
];
