import { foldText } from '../../kernel/fold.ts';
import { callerTypes, type Call } from '../../kernel/call.ts';
import { escapeLike, fold, inIds, like } from '../../storage/sql.ts';
import './tables.ts';

/** Which entries are asked for; everything that is left out holds for all. */
export interface AuditFilter {
  /** Times as `2026-11-21 18:30:00` (UTC), or their beginning. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Name of an admin user or integration. */
  readonly user?: string | undefined;
  /** Part of method and path. */
  readonly route?: string | undefined;
  /** Part of the entities. */
  readonly entity?: string | undefined;
  readonly address?: string | undefined;
  /** Request id or bulk_uuid. */
  readonly reference?: string | undefined;
  /** The newest so many. */
  readonly limit: number;
}

/** An entry as it is shown. */
export interface ShownEntry {
  readonly id: number;
  readonly created_at: string;
  readonly user_type: 'admin' | 'integration';
  readonly user_id: number;
  /** Present name; null when the account is gone. */
  readonly user: string | null;
  readonly route: string;
  readonly form: string;
  readonly store_code: string | null;
  readonly entities: string;
  readonly outcome: string;
  readonly address: string | null;
  readonly reference: string;
}

/** Entries of the audit log, newest first. */
export async function listEntries(call: Call, filter: AuditFilter): Promise<ShownEntry[]> {
  const owners = filter.user === undefined ? undefined : await accountsNamed(call, filter.user);
  if (owners?.length === 0) return [];
  let query = call.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(filter.limit);
  if (owners) {
    query = query.where(({ or, and, eb }) =>
      or(owners.map(({ type, id }) => and([eb('user_type', '=', type), eb('user_id', '=', id)]))),
    );
  }
  if (filter.since !== undefined) query = query.where('created_at', '>=', filter.since);
  if (filter.until !== undefined) query = query.where('created_at', '<', filter.until);
  if (filter.address !== undefined) query = query.where('address', '=', filter.address);
  if (filter.reference !== undefined) query = query.where('reference', '=', filter.reference);
  if (filter.route !== undefined) query = query.where(containing('route', filter.route));
  if (filter.entity !== undefined) query = query.where(containing('entities', filter.entity));
  const rows = await query.execute();
  const names = await accountNames(call, rows);
  return rows.map((row) => {
    const user_type = row.user_type === callerTypes.admin ? 'admin' : 'integration';
    return Object.assign(row, { user_type, user: names.get(`${user_type} ${row.user_id}`) ?? null } as const);
  });
}

/** Whether a column has a text in it, in any case. */
function containing(column: 'route' | 'entities', part: string): ReturnType<typeof like> {
  return like(fold(column), `%${escapeLike(foldText(part))}%`);
}

interface Account {
  readonly type: number;
  readonly id: number;
}

async function accountsNamed({ db }: Call, name: string): Promise<Account[]> {
  const admins = await db
    .selectFrom('admin_user')
    .select('user_id as id')
    .where(fold('username'), '=', foldText(name))
    .execute();
  const integrations = await db
    .selectFrom('integration')
    .select('integration_id as id')
    .where(fold('name'), '=', foldText(name))
    .execute();
  return [
    ...admins.map(({ id }) => ({ type: callerTypes.admin, id })),
    ...integrations.map(({ id }) => ({ type: callerTypes.integration, id })),
  ];
}

/** Present names of the accounts behind entries, by `admin 1`, `integration 2`. */
export async function accountNames(
  { db }: Call,
  rows: readonly { readonly user_type: number; readonly user_id: number }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map((row) => row.user_id))];
  const admins = await db
    .selectFrom('admin_user')
    .select(['user_id as id', 'username as name'])
    .where(inIds('user_id', ids))
    .execute();
  const integrations = await db
    .selectFrom('integration')
    .select(['integration_id as id', 'name'])
    .where(inIds('integration_id', ids))
    .execute();
  return new Map([
    ...admins.map(({ id, name }): [string, string] => [`admin ${id}`, name]),
    ...integrations.map(({ id, name }): [string, string] => [`integration ${id}`, name]),
  ]);
}
