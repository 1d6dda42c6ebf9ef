import { auditCommands } from '../../audit/commands.ts';
import { auditConfiguration } from '../../audit/configuration.ts';
import { auditMigration, auditPartitionsMigration } from '../../audit/tables.ts';
import { module } from '../../kernel/module.ts';
import { limitsConfiguration } from '../../limits/configuration.ts';
import { limitsMigration } from '../../limits/tables.ts';

/** The audit log, and the tables of audit log and limits, under the module name that clients know. */
export const security = module({
  name: 'Security',
  configuration: { ...auditConfiguration, ...limitsConfiguration },
  migrations: [limitsMigration, auditMigration, auditPartitionsMigration],
  unshown: ['credential_attempt', 'audit_entry'],
  commands: auditCommands,
});
