import { foldText } from '../../kernel/fold.ts';
import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { fold } from '../../storage/sql.ts';
import { createLinkCode } from './links.ts';
import { shopAddress } from './server-address.ts';

/** `console`: a sign-in link. */
export function consoleCommands({ program, withPlatform, withCall, print }: CommandHost): void {
  program
    .command('console')
    .description('print a one-time sign-in link for the console, valid for ten minutes')
    .option('--user <name>', 'name of the admin user; default: the first one with full permissions')
    .action(async ({ user }: { user?: string }) => {
      let base = '';
      await withPlatform(async ({ settings }) => {
        base = await shopAddress(settings);
      });
      await withCall(async (call) => {
        const path = user === undefined ? await signInPath(call) : await signInPathOf(call, user);
        if (path === undefined) throw new Error('no admin user has full permissions: name one with --user');
        print(`${base}${path}`);
      });
    });
}

/** Path of a one-time link that signs the first admin user with full permissions in; undefined when nobody has them. */
export async function signInPath(call: Call): Promise<string | undefined> {
  const { admins } = await call.services.access.accounts.get(call);
  const unlimited = [...admins].find(([, { resources }]) => resources === 'all');
  return unlimited && pathOf(call, unlimited[0]);
}

/** Path of a one-time link that signs an admin user in, by user name. Throws when there is no active user of that name. */
async function signInPathOf(call: Call, name: string): Promise<string> {
  const { admins } = await call.services.access.accounts.get(call);
  const row = await call.db
    .selectFrom('admin_user')
    .select('user_id')
    .where(fold('username'), '=', foldText(name))
    .executeTakeFirst();
  if (!row || !admins.has(row.user_id)) throw new Error(`there is no admin user ${name}`);
  return pathOf(call, row.user_id);
}

async function pathOf(call: Call, userId: number): Promise<string> {
  return `/console#link=${await createLinkCode(call, userId)}`;
}
