import { foldText } from '../../kernel/fold.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { fold } from '../../storage/sql.ts';
import { createLinkCode } from './links.ts';

/** `console`: a sign-in link. */
export function consoleCommands({ program, withPlatform, withCall, print }: CommandHost): void {
  program
    .command('console')
    .description('print a one-time sign-in link for the console, valid for ten minutes')
    .option('--user <name>', 'name of the admin user; default: the first one with full permissions')
    .action(async ({ user }: { user?: string }) => {
      let base = '';
      await withPlatform(async ({ settings }) => {
        base = settings.baseUrl ?? `http://${settings.host}:${settings.port}`;
      });
      await withCall(async (call) => {
        const { admins } = await call.services.access.accounts.get(call);
        const id = user === undefined ? firstUnlimited(admins) : await idOf(call, user);
        if (id === undefined || !admins.has(id)) {
          throw new Error(
            user === undefined
              ? 'no admin user has full permissions: name one with --user'
              : `there is no admin user ${user}`,
          );
        }
        print(`${base}/console#link=${await createLinkCode(call, id)}`);
      });
    });
}

type Administrators = ReadonlyMap<number, { readonly resources: ReadonlySet<string> | 'all' }>;

function firstUnlimited(admins: Administrators): number | undefined {
  return [...admins].find(([, { resources }]) => resources === 'all')?.[0];
}

async function idOf(call: Parameters<Parameters<CommandHost['withCall']>[0]>[0], name: string) {
  const row = await call.db
    .selectFrom('admin_user')
    .select('user_id')
    .where(fold('username'), '=', foldText(name))
    .executeTakeFirst();
  return row?.user_id;
}
