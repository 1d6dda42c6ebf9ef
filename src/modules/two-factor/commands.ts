import type { CommandHost } from '../../kernel/commands.ts';
import { listAdminUsers, requireAdminUser } from '../../platform/access/users.ts';
import { revokeTokens } from '../../platform/access/tokens.ts';
import { generateGoogleSecret, googleAddress, setGoogleSecret } from './google.ts';
import { allProviders } from './providers.ts';
import { endSetupTokens } from './setup-tokens.ts';
import { changeState, noFactors, stateOf } from './state.ts';

/** Commands for the second factors of admin users. */
export function twoFactorCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('admin:user:two-factor:list')
    .description('list admin users with the second factors that they have set up')
    .action(() =>
      withCall(async (call) => {
        const states = new Map(
          (await call.db.selectFrom('tfa_user').selectAll().execute()).map((one) => [one.user_id, one]),
        );
        list(
          (await listAdminUsers(call)).map(({ user_id, username }) => {
            const state = states.get(user_id);
            const active = allProviders().filter((one) => state && one.isActive(state));
            return `${user_id}\t${username}\t${active.map(({ code }) => code).join(',') || 'none'}`;
          }),
          'no admin users',
        );
      }),
    );
  program
    .command('admin:user:two-factor:reset')
    .description('remove the second factors of an admin user, unlock them and revoke the tokens of the user')
    .argument('<user>', 'user name')
    .action((user: string) =>
      withCall((outside) =>
        outside.transaction(async (call) => {
          const { user_id } = await requireAdminUser(call, user);
          const { providers, default_provider } = await stateOf(call, user_id);
          await changeState(call, user_id, () => ({ ...noFactors, providers, default_provider }));
          await endSetupTokens(call, user_id);
          await revokeTokens(call, { type: 'admin', id: user_id });
          print(`second factors of ${user} removed`);
        }),
      ),
    );
  program
    .command('admin:user:two-factor:secret')
    .description('give an admin user a secret for an authenticator app, and print it once')
    .argument('<user>', 'user name')
    .argument('[secret]', 'secret in base32; default: a generated one')
    .action((user: string, given: string | undefined) =>
      withCall(async (call) => {
        const { user_id } = await requireAdminUser(call, user);
        const secret = await setGoogleSecret(call, user_id, given ?? generateGoogleSecret());
        print(`secret: ${secret}`);
        print(`address: ${await googleAddress(call, user_id, secret)}`);
      }),
    );
}
