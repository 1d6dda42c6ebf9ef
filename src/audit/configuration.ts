import { count, flag, type DeclaredConfiguration } from '../kernel/configuration.ts';

/** Configuration of the audit log, by path. */
export const auditConfiguration: DeclaredConfiguration = {
  'souk/audit/enabled': { shipped: '1', takes: flag },
  'souk/audit/lifetime': { takes: count(0) },
};
