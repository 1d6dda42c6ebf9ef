import type { Command } from 'commander';
import type { Call } from '../kernel/call.ts';
import { withCall } from './platform.ts';

interface CustomerOptions {
  website?: string;
}

/** Commands for customer accounts. */
export function registerCustomerCommands(program: Command): void {
  program
    .command('customer:unlock')
    .description('lift the lock of a customer who has signed in with a wrong password too often')
    .argument('<email>', "the account's e-mail address")
    .option('--website <code>', 'code of the website; default: the default one')
    .action((email: string, options: CustomerOptions) =>
      withCall(async (call) => {
        await call.services.customer.unlock(call, await customerId(call, email, options));
        console.log(`${email} can sign in again`);
      }),
    );
  program
    .command('customer:token:revoke')
    .description("revoke a customer's access tokens")
    .argument('<email>', "the account's e-mail address")
    .option('--website <code>', 'code of the website; default: the default one')
    .action((email: string, options: CustomerOptions) =>
      withCall(async (call) => {
        const id = await customerId(call, email, options);
        const revoked = await call.services.integration.revokeCustomerTokens(call, id);
        console.log(revoked ? `the tokens of ${email} are revoked` : `${email} has no tokens`);
      }),
    );
}

async function customerId(call: Call, email: string, { website }: CustomerOptions): Promise<number> {
  const { store, customer } = call.services;
  const websiteId = website === undefined ? customer.websiteOf(call) : store.website(website)?.id;
  if (websiteId === undefined) throw new Error(`there is no website ${website}`);
  const found = await customer.customerByEmail(call, email, websiteId);
  if (!found) throw new Error(`no customer has the e-mail address ${email}`);
  return found.id;
}
