import { sql, type Generated, type Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import type { LoggedChange } from '../../platform/change-log/log.ts';
import type { EventRule } from '../../platform/change-log/rules.ts';
import type { JsonText } from '../../kernel/json-text.ts';
import { partitionTable, type PartitionedTable } from '../../storage/partitions.ts';

/** A target of event delivery. */
interface EventProviderTable {
  id: Generated<number>;
  provider_id: string;
  instance_id: string;
  label: string;
  description: string;
  url: string;
  /** Encrypted: `{"secret", "headers"}`. */
  sealed: string;
  /** Maximum events per request. */
  batch: number;
  /** Why delivery is disabled; empty: enabled. */
  disabled: string;
}
/** A row of `event_provider`. */
export type EventProviderRow = Selectable<EventProviderTable>;

/** Delivery progress of a provider. Times are in milliseconds since 1970. */
interface EventProviderStateTable {
  provider: number;
  /** The last position of the log that was delivered or is queued in `event_waiting`. */
  position: number;
  /** The process with the lease, and its expiry, by the machines' clocks. */
  owner: string | null;
  leased_until: Generated<number>;
  /** Consecutive failed requests. */
  failures: Generated<number>;
  /** Time of the next attempt, by the platform's clock. */
  resume_at: Generated<number>;
  /** Times of the last successful and the last failed request; 0: never. */
  delivered_at: Generated<number>;
  failed_at: Generated<number>;
  /** Numbers of delivered events, failed requests, and lost events: dead letters, or removed before delivery. */
  delivered: Generated<number>;
  failed: Generated<number>;
  dead: Generated<number>;
  lost: Generated<number>;
}
/** A row of `event_provider_state`. */
export type EventProviderStateRow = Selectable<EventProviderStateTable>;

/** A field that events of a subscription contain. */
interface EventField {
  readonly name: string;
  readonly converter: string;
  readonly source: string;
}

interface EventSubscriptionTable {
  name: string;
  provider: number;
  parent: string;
  fields: JsonText<EventField[]>;
  rules: JsonText<EventRule[]>;
  destination: string;
  priority: number;
  hipaa_audit_required: number;
  /** Changes up to this position are excluded. */
  since: number;
}
/** A row of `event_subscription`. */
export type EventSubscriptionRow = Selectable<EventSubscriptionTable>;

/** An event after a failed delivery, or queued behind one of the same entity. */
interface EventWaitingTable {
  id: Generated<number>;
  provider: number;
  subscription: string;
  position: number;
  entity: string;
  entity_id: number;
  change: JsonText<LoggedChange>;
  attempts: number;
  /** By the platform's clock, in milliseconds since 1970. */
  due_at: number;
  /** 1: dead letter. */
  is_dead: number;
  error: string;
}
/** A row of `event_waiting`. */
export type EventWaitingRow = Selectable<EventWaitingTable>;

/** A request to a provider, and its outcome. */
interface EventDeliveryTable {
  id: Generated<number>;
  provider: number;
  first_position: number;
  last_position: number;
  events: number;
  /** HTTP status; 0: no response. */
  status: number;
  milliseconds: number;
  error: string;
  created_at: number;
  /** The beginnings of the request body and of the response, for people. */
  body: Generated<string>;
  response: Generated<string>;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    event_provider: EventProviderTable;
    event_provider_state: EventProviderStateTable;
    event_subscription: EventSubscriptionTable;
    event_waiting: EventWaitingTable;
    event_delivery: EventDeliveryTable;
  }
}

export const deliveryLog: PartitionedTable = { table: 'event_delivery', key: 'id', rows: 1_000_000 };

export const migrations: readonly Migration[] = [
  {
    name: '001-events',
    async up(db) {
      await db.schema
        .createTable('event_provider')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('provider_id', 'text', (column) => column.notNull().unique())
        .addColumn('instance_id', 'text', (column) => column.notNull())
        .addColumn('label', 'text', (column) => column.notNull())
        .addColumn('description', 'text', (column) => column.notNull())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('batch', 'integer', (column) => column.notNull())
        .addColumn('disabled', 'text', (column) => column.notNull())
        .execute();
      let state = db.schema
        .createTable('event_provider_state')
        .addColumn('provider', 'integer', (column) =>
          column.primaryKey().references('event_provider.id').onDelete('cascade'),
        )
        .addColumn('owner', 'text');
      for (const name of ['position', 'leased_until', 'failures', 'resume_at', 'delivered_at', 'failed_at'] as const) {
        state = state.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0));
      }
      for (const name of ['delivered', 'failed', 'dead', 'lost'] as const) {
        state = state.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0));
      }
      await state.execute();
      await db.schema
        .createTable('event_subscription')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('provider', 'integer', (column) => column.notNull().references('event_provider.id'))
        .addColumn('parent', 'text', (column) => column.notNull())
        .addColumn('fields', 'text', (column) => column.notNull())
        .addColumn('rules', 'text', (column) => column.notNull())
        .addColumn('destination', 'text', (column) => column.notNull())
        .addColumn('priority', 'integer', (column) => column.notNull())
        .addColumn('hipaa_audit_required', 'integer', (column) => column.notNull())
        .addColumn('since', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('event_waiting')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('provider', 'integer', (column) =>
          column.notNull().references('event_provider.id').onDelete('cascade'),
        )
        .addColumn('subscription', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('entity', 'text', (column) => column.notNull())
        .addColumn('entity_id', 'integer', (column) => column.notNull())
        .addColumn('change', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'integer', (column) => column.notNull())
        .addColumn('is_dead', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('error', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('event_waiting_due')
        .on('event_waiting')
        .columns(['provider', 'is_dead', 'due_at'])
        .execute();
      await db.schema
        .createIndex('event_waiting_entity')
        .on('event_waiting')
        .columns(['provider', 'is_dead', 'entity', 'entity_id', 'position'])
        .execute();
      await db.schema
        .createTable('event_delivery')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('provider', 'integer', (column) =>
          column.notNull().references('event_provider.id').onDelete('cascade'),
        )
        .addColumn('first_position', 'integer', (column) => column.notNull())
        .addColumn('last_position', 'integer', (column) => column.notNull())
        .addColumn('events', 'integer', (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('milliseconds', 'integer', (column) => column.notNull())
        .addColumn('error', 'text', (column) => column.notNull())
        .addColumn('created_at', 'integer', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('event_delivery_provider').on('event_delivery').columns(['provider', 'id']).execute();
      await db.schema.createIndex('event_delivery_created').on('event_delivery').column('created_at').execute();
    },
  },
  {
    name: '002-delivery-partitions',
    up: (db) =>
      partitionTable(db, deliveryLog, [sql`foreign key (provider) references event_provider (id) on delete cascade`]),
  },
  {
    name: '003-delivery-contents',
    async up(db) {
      for (const name of ['body', 'response']) {
        await db.schema
          .alterTable('event_delivery')
          .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
          .execute();
      }
    },
  },
];
