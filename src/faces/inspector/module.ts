import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { inspectorConfiguration } from './configuration.ts';
import { inspectorRoutes } from './console-routes.ts';
import { errorGroupMigration } from './error-tables.ts';
import { loadSwitch } from './switch.ts';
import { consoleSwitchMigration, inspectorMigration, operationMigration } from './tables.ts';

/** Calls as they were sent and answered, recorded for a time. The server starts its recorder, which follows every request. */
export const inspector = module({
  name: 'Inspector',
  acl: declaredAcl,
  configuration: inspectorConfiguration,
  migrations: [inspectorMigration, operationMigration, errorGroupMigration, consoleSwitchMigration],
  unshown: ['recorded_call', 'call_recording', 'error_group'],
  services: { inspector: ({ caches }) => ({ recording: caches.define('call recording', loadSwitch) }) },
  contributes: { consoleRoutes: inspectorRoutes },
});
