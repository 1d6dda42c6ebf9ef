import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { findBalance, historyOf, readDelta, type BalanceKey } from './balances.ts';
import { updateBalance } from './customers.ts';

interface BalanceOptions {
  customer: string;
  website?: string;
}

interface UpdateOptions extends BalanceOptions {
  delta: string;
  comment?: string;
  notify?: true;
}

/** Commands for store credit, which has no routes that change it. */
export function balanceCommands({ program, withCall, print, list }: CommandHost): void {
  const command = (name: string, description: string) =>
    program
      .command(`customer:balance:${name}`)
      .description(description)
      .requiredOption('--customer <customer>', 'id or e-mail address of the customer')
      .option('--website <code>', "code of the website; default: the customer's");
  command('update', 'add or deduct store credit of a customer')
    .requiredOption('--delta <amount>', 'amount to add, in the base currency of the website; negative: to deduct')
    .option('--comment <text>', 'comment in the history')
    .option('--notify', 'notify the customer by email')
    .action((options: UpdateOptions) =>
      withCall(async (call) => {
        const delta = readDelta(options.delta);
        const key = await keyOf(call, options);
        const why = { info: options.comment ?? null, ...(options.notify && { mail: 'always' as const }) };
        await call.transaction((inside) => updateBalance(inside, key, delta, why));
        print(`customer ${key.customerId} has ${await amountOf(call, key)}`);
      }),
    );
  command('show', 'show the store credit of a customer and its history, newest first').action(
    (options: BalanceOptions) =>
      withCall(async (call) => {
        const key = await keyOf(call, options);
        print(`customer ${key.customerId} has ${await amountOf(call, key)}`);
        const balance = await findBalance(call, key);
        const entries = balance ? await historyOf(call, balance) : [];
        const lines = entries.map(({ updatedAt, action, delta, amount, info }) =>
          [updatedAt, action, delta.toFixed(2), amount.toFixed(2), info ?? ''].join('\t'),
        );
        list(lines, 'no history');
      }),
  );
}

async function amountOf(call: Call, key: BalanceKey): Promise<string> {
  return (await findBalance(call, key))?.amount.toFixed(2) ?? '0.00';
}

async function keyOf(call: Call, { customer: named, website }: BalanceOptions): Promise<BalanceKey> {
  const { store, customer: customers } = call.services;
  const websiteId = website === undefined ? undefined : store.website(website);
  if (website !== undefined && !websiteId) throw new Error(`there is no website ${website}`);
  const found = /^\d+$/.test(named)
    ? await customers.customer(call, Number(named))
    : await customers.customerByEmail(call, named, websiteId?.id ?? customers.websiteOf(call));
  if (!found) throw new Error(`there is no customer ${named}`);
  return { customerId: found.id, websiteId: websiteId?.id ?? found.website_id };
}
