import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import type { EventRule } from '../../platform/change-log/rules.ts';
import type { JsonText } from '../../kernel/json-text.ts';
import type { SelectedField } from './payload.ts';

/** An external system to call on a method of the interface. Times in milliseconds, `ttl` in seconds. */
interface WebhookTable {
  id: Generated<number>;
  webhook_method: string;
  webhook_type: string;
  batch_name: string;
  batch_order: number;
  hook_name: string;
  url: string;
  priority: number;
  required: number;
  soft_timeout: number;
  timeout: number;
  method: string;
  fallback_error_message: string;
  ttl: number;
  fields: JsonText<SelectedField[]>;
  rules: JsonText<EventRule[]>;
  /** Encrypted JSON: headers and credentials. */
  sealed: string;
}
/** A row of `webhook`. */
export type WebhookRow = Selectable<WebhookTable>;

/** The key that requests to hooks are signed with; one row, or none. */
interface WebhookKeyTable {
  id: number;
  /** PEM. */
  public_key: string;
  /** Encrypted PEM. */
  private_key: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    webhook: WebhookTable;
    webhook_key: WebhookKeyTable;
  }
}

const texts = ['url', 'method', 'fallback_error_message', 'fields', 'rules', 'sealed'] as const;
const numbers = ['batch_order', 'priority', 'required', 'soft_timeout', 'timeout', 'ttl'] as const;

export const migrations: readonly Migration[] = [
  {
    name: '001-webhooks',
    async up(db) {
      let hooks = db.schema
        .createTable('webhook')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('webhook_method', 'text', (column) => column.notNull())
        .addColumn('webhook_type', 'text', (column) => column.notNull())
        .addColumn('batch_name', 'text', (column) => column.notNull())
        .addColumn('hook_name', 'text', (column) => column.notNull())
        .addUniqueConstraint('webhook_unique', ['webhook_method', 'webhook_type', 'batch_name', 'hook_name']);
      for (const name of texts) hooks = hooks.addColumn(name, 'text', (column) => column.notNull());
      for (const name of numbers) hooks = hooks.addColumn(name, 'integer', (column) => column.notNull());
      await hooks.execute();
      await db.schema
        .createTable('webhook_key')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('public_key', 'text', (column) => column.notNull())
        .addColumn('private_key', 'text', (column) => column.notNull())
        .execute();
    },
  },
];
