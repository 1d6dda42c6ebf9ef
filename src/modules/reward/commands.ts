import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { addPoints, findAccount, historyOf, takePoints, type RewardKey } from './accounts.ts';
import { deleteRate, listRates, readRate, saveRate, type TypedRate } from './rate-list.ts';

interface AccountOptions {
  customer: string;
  website?: string;
}

interface UpdateOptions extends AccountOptions {
  delta: string;
  comment?: string;
}

/** Commands for reward points and their rates, which have no routes. */
export function rewardCommands(host: CommandHost): void {
  pointsCommands(host);
  rateCommands(host);
}

function pointsCommands({ program, withCall, print, list }: CommandHost): void {
  const command = (name: string, description: string) =>
    program
      .command(`reward:points:${name}`)
      .description(description)
      .requiredOption('--customer <customer>', 'id or e-mail address of the customer')
      .option('--website <code>', "code of the website; default: the customer's");
  command('update', 'add or deduct reward points of a customer')
    .requiredOption('--delta <points>', 'number of points to add; negative: to deduct')
    .option('--comment <text>', 'comment in the history')
    .action((options: UpdateOptions) =>
      withCall(async (call) => {
        const delta = readPoints(options.delta);
        const key = await customerKey(call, options);
        const change = { action: 'updated', info: options.comment ?? null } as const;
        await call.transaction(async (inside) => {
          await (delta > 0 ? addPoints(inside, key, delta, change) : takePoints(inside, key, -delta, change));
        });
        print(`customer ${key.customerId} has ${await pointsOf(call, key)} points`);
      }),
    );
  command('show', 'show the reward points of a customer and their history, newest first').action(
    (options: AccountOptions) =>
      withCall(async (call) => {
        const key = await customerKey(call, options);
        print(`customer ${key.customerId} has ${await pointsOf(call, key)} points`);
        const account = await findAccount(call, key);
        const entries = account ? await historyOf(call, account) : [];
        const lines = entries.map(({ created_at, action, points_delta, points_balance, expires_at, additional_info }) =>
          [created_at, action, points_delta, points_balance, expires_at ?? '', additional_info ?? ''].join('\t'),
        );
        list(lines, 'no history');
      }),
  );
}

function rateCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('reward:rate:set')
    .description('set an exchange rate of reward points')
    .requiredOption('--direction <direction>', 'points-to-currency or currency-to-points')
    .requiredOption('--points <points>', 'number of points')
    .requiredOption('--amount <amount>', 'amount of the base currency that equals the points')
    .option('--website <code>', 'code of the website; default: all')
    .option('--group <group>', 'id of the customer group; default: all')
    .action((options: TypedRate) =>
      withCall(async (call) => {
        const rate = await readRate(call, options);
        const id = await call.transaction((inside) => saveRate(inside, rate));
        print(`rate ${id} saved`);
      }),
    );
  program
    .command('reward:rate:list')
    .description('list the exchange rates of reward points')
    .action(() => withCall(async (call) => list(await listRates(call), 'no rates')));
  program
    .command('reward:rate:delete <id>')
    .description('delete an exchange rate of reward points')
    .action((id: string) =>
      withCall(async (call) => {
        await call.transaction((inside) => deleteRate(inside, id));
        print(`rate ${id} deleted`);
      }),
    );
}

async function pointsOf(call: Call, key: RewardKey): Promise<number> {
  return (await findAccount(call, key))?.points ?? 0;
}

/** Parses a number of points, such as `-50`. Throws for 0 and for text without a number. */
function readPoints(text: string): number {
  if (!/^[+-]?\d{1,9}$/.test(text) || Number(text) === 0) {
    throw new Error(`${text} is not a number of points: use a whole number such as 100 or -50`);
  }
  return Number(text);
}

async function customerKey(call: Call, { customer: named, website }: AccountOptions): Promise<RewardKey> {
  const { store, customer: customers } = call.services;
  const websiteId = website === undefined ? undefined : store.website(website);
  if (website !== undefined && !websiteId) throw new Error(`there is no website ${website}`);
  const found = /^\d+$/.test(named)
    ? await customers.customer(call, Number(named))
    : await customers.customerByEmail(call, named, websiteId?.id ?? customers.websiteOf(call));
  if (!found) throw new Error(`there is no customer ${named}`);
  return { customerId: found.id, websiteId: websiteId?.id ?? found.website_id };
}
