import type { Call } from '../../../kernel/call.ts';

/** Whether an admin user is one that the identity service knows: such a user calls with its tokens alone. */
export async function isIdentityUser(call: Call, userId: number): Promise<boolean> {
  const row = await call.db
    .selectFrom('admin_identity')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
