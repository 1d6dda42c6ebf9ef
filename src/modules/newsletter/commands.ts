import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { confirmAddress, subscribers } from './subscribers.ts';

/** Commands for subscribers who have no account. */
export function newsletterCommands({ program, withCall, list }: CommandHost): void {
  program
    .command('newsletter:list')
    .description('list the subscribers who have no account')
    .option('--limit <number>', 'how many', wholeNumber, 1000)
    .action(({ limit }: { limit: number }) =>
      withCall(async (call) => {
        const found = await subscribers(call, limit);
        list(
          found.map(({ email, is_confirmed }) => `${email}\t${is_confirmed === 1 ? 'subscribed' : 'not confirmed'}`),
          'no subscribers',
        );
      }),
    );
  program
    .command('newsletter:confirm')
    .description('confirm the subscription of an address')
    .argument('<email>', 'address that newsletter:list shows')
    .action((email: string) => withCall((call) => call.transaction((inside) => confirmAddress(inside, email))));
}
