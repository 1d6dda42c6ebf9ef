import { auditCommands } from '../../platform/audit/commands.ts';
import { auditConfiguration } from '../../platform/audit/configuration.ts';
import { auditMigration, auditPartitionsMigration } from '../../platform/audit/tables.ts';
import { module } from '../../kernel/module.ts';
import { limitsConfiguration } from '../../platform/limits/configuration.ts';
import { limitsMigration, sendingsMigration } from '../../platform/limits/tables.ts';

/** The audit log, and the tables of audit log and limits, under the module name that clients know. */
export const security = module({
  name: 'Security',
  configuration: { ...auditConfiguration, ...limitsConfiguration },
  migrations: [limitsMigration, auditMigration, auditPartitionsMigration, sendingsMigration],
  unshown: ['credential_attempt', 'sending', 'audit_entry'],
  commandGroup: 'operations',
  commands: auditCommands,
});
