import type { Call } from '../../kernel/call.ts';
import { checkGrants, writeGrants, type Grants } from './acl.ts';

/** The role that a fresh installation has; without limits. */
export const ADMINISTRATORS = 'Administrators';

/**
 * Creates a role or changes the permissions of an existing one; returns its id. Effective for every user of the role, in every
 * process with the commit.
 */
export function saveRole(call: Call, name: string, grants: Grants): Promise<number> {
  const resources = writeGrants(checkGrants(call.services.access, grants));
  return call.transaction(async (inside) => {
    const { role_id } = await inside.db
      .insertInto('authorization_role')
      .values({ role_name: name, resources })
      .onConflict((conflict) => conflict.column('role_name').doUpdateSet({ resources }))
      .returning('role_id')
      .executeTakeFirstOrThrow();
    await inside.services.access.accounts.invalidate(inside);
    return role_id;
  });
}

/** The id of a role; undefined when there is none of this name. */
export async function findRole(call: Call, name: string): Promise<number | undefined> {
  const row = await call.db
    .selectFrom('authorization_role')
    .select('role_id')
    .where('role_name', '=', name)
    .executeTakeFirst();
  return row?.role_id;
}
