import { InvalidArgumentError } from 'commander';
import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { requireCode, showAccount } from './accounts.ts';
import { codePool } from './configuration.ts';
import { sendAccount } from './mails.ts';
import { generateCodes } from './pool.ts';
import { createAccount } from './save.ts';

interface NewAccountOptions {
  readonly balance: number;
  readonly code?: string;
  readonly website?: string;
  readonly expires?: string;
}

interface SendOptions {
  readonly email: string;
  readonly name: string;
  readonly message?: string;
}

/** Commands for gift cards. */
export function giftCardCommands({ program, withCall, print }: CommandHost): void {
  program
    .command('giftcard:account:create')
    .description('create a gift card account and print its code')
    .requiredOption('--balance <amount>', 'balance in the base currency', amount)
    .option('--code <code>', 'code of the account; default: a code from the pool')
    .option('--website <code>', "code of the website; default: the default store view's")
    .option('--expires <day>', 'last day of validity, such as 2030-12-31')
    .action(({ balance, code, website, expires }: NewAccountOptions) =>
      withCall(async (call) => {
        const website_id = website === undefined ? null : websiteId(call, website);
        const input = { balance, code: code ?? null, date_expires: expires ?? null, website_id };
        print((await call.transaction((inner) => createAccount(inner, input))).code);
      }),
    );
  program
    .command('giftcard:account:show')
    .description('show a gift card account with its history')
    .argument('<code>', 'code of the account')
    .action((code: string) =>
      withCall(async (call) => {
        const { history, ...account } = await showAccount(call, await requireCode(call, code));
        for (const [name, value] of Object.entries(account)) print(`${name}\t${String(value ?? '')}`);
        for (const entry of history ?? []) {
          print(
            [entry.updated_at, actionNames[entry.action ?? 0], entry.balance_delta, entry.additional_info].join('\t'),
          );
        }
      }),
    );
  program
    .command('giftcard:account:send')
    .description('send a gift card account by email')
    .argument('<code>', 'code of the account')
    .requiredOption('--email <address>', 'e-mail address of the recipient')
    .requiredOption('--name <name>', 'name of the recipient')
    .option('--message <text>', 'message to the recipient')
    .action((code: string, { email, name, message }: SendOptions) =>
      withCall(async (call) => {
        if (!call.services.customer.isEmailAddress(email)) throw new Error(`${email} is not an e-mail address`);
        const account = await call.transaction((inner) =>
          sendAccount(inner, code, { email, name, message: message ?? null }),
        );
        print(`${account.code} sent to ${email}`);
      }),
    );
  program
    .command('giftcard:pool:generate')
    .description('add new gift card codes to the pool')
    .option('--quantity <number>', `number of codes; default: ${codePool.size.path}`, wholeNumber)
    .action(({ quantity }: { quantity?: number }) =>
      withCall(async (call) => {
        const count = await call.transaction((inner) => generateCodes(inner, quantity));
        print(`${count} codes created`);
      }),
    );
}

/** Names of `historyActions`, by number. */
const actionNames = ['created', 'used', 'sent', 'redeemed', 'expired', 'updated'];

function amount(text: string): number {
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('use an amount such as 25 or 12.50');
  return Number(text);
}

function websiteId({ services: { store } }: Call, code: string): number {
  const id = store.website(code)?.id;
  if (!id) throw new Error(`there is no website ${code}`);
  return id;
}
