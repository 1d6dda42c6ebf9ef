import type { Generated } from 'kysely';
import type { JsonText } from '../../kernel/json-text.ts';
import type { Migration } from '../../kernel/module.ts';
import type { Latencies } from './latency.ts';
import type { RouteCounts } from './route-counts.ts';

/** Figures of one process for some seconds. */
export interface OverviewSampleTable {
  id: Generated<number>;
  /** Begin, in milliseconds since 1970 by the machine's clock: load is no part of the shop's time, which tests set. */
  started_at: number;
  seconds: number;
  process: string;
  requests: number;
  /** Answered with 4xx. */
  refused: number;
  /** Answered with 5xx. */
  failed: number;
  latencies: JsonText<Latencies>;
  routes: JsonText<RouteCounts>;
  /** Used time of processors, in milliseconds. */
  cpu: number;
  /** Resident memory in KiB. */
  memory: number;
  /** Longest delay of the event loop, in microseconds. */
  lag: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    overview_sample: OverviewSampleTable;
  }
}

export const overviewMigration: Migration = {
  name: '001-overview',
  async up(db) {
    await db.schema
      .createTable('overview_sample')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('started_at', 'integer', (column) => column.notNull())
      .addColumn('seconds', 'integer', (column) => column.notNull())
      .addColumn('process', 'text', (column) => column.notNull())
      .addColumn('requests', 'integer', (column) => column.notNull())
      .addColumn('refused', 'integer', (column) => column.notNull())
      .addColumn('failed', 'integer', (column) => column.notNull())
      .addColumn('latencies', 'text', (column) => column.notNull())
      .addColumn('routes', 'text', (column) => column.notNull())
      .addColumn('cpu', 'integer', (column) => column.notNull())
      .addColumn('memory', 'integer', (column) => column.notNull())
      .addColumn('lag', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('overview_sample_start').on('overview_sample').column('started_at').execute();
  },
};
