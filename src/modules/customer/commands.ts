import { revokeTokens } from '../../platform/access/tokens.ts';
import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { unlock } from './accounts/secrets.ts';
import { findCustomerByEmail, websiteOf } from './customers/load.ts';

interface CustomerOptions {
  website?: string;
}

/** Commands for customer accounts. */
export function customerCommands({ program, withCall, print }: CommandHost): void {
  program
    .command('customer:unlock')
    .description('unlock a customer account after too many failed sign-ins')
    .argument('<email>', 'e-mail address of the account')
    .option('--website <code>', 'code of the website; default: the default website')
    .action((email: string, options: CustomerOptions) =>
      withCall(async (call) => {
        await unlock(call, await customerId(call, email, options));
        print(`${email} can sign in again`);
      }),
    );
  program
    .command('customer:token:revoke')
    .description('revoke the access tokens of a customer')
    .argument('<email>', 'e-mail address of the account')
    .option('--website <code>', 'code of the website; default: the default website')
    .action((email: string, options: CustomerOptions) =>
      withCall(async (call) => {
        const id = await customerId(call, email, options);
        const revoked = await revokeTokens(call, { type: 'customer', id });
        print(revoked ? `tokens of ${email} revoked` : `${email} has no tokens`);
      }),
    );
}

async function customerId(call: Call, email: string, { website }: CustomerOptions): Promise<number> {
  const websiteId = website === undefined ? websiteOf(call) : call.services.store.website(website)?.id;
  if (websiteId === undefined) throw new Error(`there is no website ${website}`);
  const found = await findCustomerByEmail(call, email, websiteId);
  if (!found) throw new Error(`no customer has the e-mail address ${email}`);
  return found.id;
}
