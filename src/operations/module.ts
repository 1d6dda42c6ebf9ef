import { module } from '../kernel/module.ts';
import { operationsConfiguration } from './configuration.ts';
import { entityKeys } from './former-keys.ts';
import { operationsMetrics } from './metrics.ts';
import { startRetention } from './retention.ts';
import { addressColumn, brokerTables, operationTables, turnColumns } from './tables.ts';

/** The queue of accepted operations, which every edition has; the routes that show it are a module of their own. */
export const operations = module({
  name: 'AsynchronousOperations',
  configuration: operationsConfiguration,
  migrations: [operationTables, brokerTables, addressColumn, turnColumns, entityKeys],
  workers: [startRetention],
  metrics: operationsMetrics,
});
