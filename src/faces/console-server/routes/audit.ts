import { listEntries } from '../../../platform/audit/list.ts';
import { pageSizeOf } from '../../../kernel/page-size.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';

/** A change by an administrator or integration. */
const Entry = t.object('console-audit-entry', {
  id: t.integer,
  created_at: t.string,
  user_type: t.string,
  user_id: t.integer,
  user: t.optional(t.string),
  route: t.string,
  form: t.string,
  store_code: t.optional(t.string),
  entities: t.string,
  outcome: t.string,
  address: t.optional(t.string),
  reference: t.string,
});

const readAudit = route({
  method: 'GET',
  path: '/_/console/audit',
  service: 'consoleAuditV1',
  operation: 'getList',
  summary: 'Shows what admin users and integrations have changed, newest first.',
  access: acl('Magento_Logging::magento_logging_events'),
  input: {
    since: t.optional(t.string),
    until: t.optional(t.string),
    user: t.optional(t.string),
    route: t.optional(t.string),
    entity: t.optional(t.string),
    address: t.optional(t.string),
    reference: t.optional(t.string),
    limit: t.optional(t.integer),
  },
  output: t.array(Entry),
  handle: async ({ limit, ...filter }, call) => {
    const entries = await listEntries(call, { ...withoutEmpty(filter), limit: pageSizeOf(limit, 100, 1000) });
    return entries.map(({ user, store_code: storeCode, address, ...entry }) =>
      Object.assign(entry, {
        user: user ?? undefined,
        store_code: storeCode ?? undefined,
        address: address ?? undefined,
      }),
    );
  },
});

function withoutEmpty(filter: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1]));
}

export const auditRoutes = [readAudit] as const;
