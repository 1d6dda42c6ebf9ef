import { module } from '../../kernel/module.ts';
import { operationsConfiguration } from './configuration.ts';
import { entityKeysMigration } from './entity-keys-migration.ts';
import { operationsMetrics } from './metrics.ts';
import { startRetention } from './retention.ts';
import {
  addressMigration,
  brokersMigration,
  openIndexesMigration,
  operationPartitionsMigration,
  operationsMigration,
  traceparentMigration,
  turnsMigration,
} from './tables.ts';

/** The queue of accepted operations; every edition has it. The routes that show it are a module of their own. */
export const operations = module({
  name: 'AsynchronousOperations',
  configuration: operationsConfiguration,
  migrations: [
    operationsMigration,
    brokersMigration,
    addressMigration,
    turnsMigration,
    entityKeysMigration,
    operationPartitionsMigration,
    openIndexesMigration,
    traceparentMigration,
  ],
  unshown: ['bulk', 'operation', 'operation_total'],
  workers: [startRetention],
  metrics: operationsMetrics,
});
