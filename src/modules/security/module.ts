import { auditTables } from '../../audit/tables.ts';
import { module } from '../../kernel/module.ts';
import { limitTables } from '../../limits/tables.ts';

/** The tables behind limits and the audit log, under the name by which clients know what guards the platform. */
export const security = module({ name: 'Security', migrations: [limitTables, auditTables] });
