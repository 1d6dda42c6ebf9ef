import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { confirmAddress, subscribers } from './subscribers.ts';

/** Commands for subscribers without an account. */
export function newsletterCommands({ program, withCall, list }: CommandHost): void {
  program
    .command('newsletter:list')
    .description('list newsletter subscribers without an account')
    .option('--limit <number>', 'maximum number of subscribers', wholeNumber, 1000)
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
    .description('confirm the newsletter subscription of an address')
    .argument('<email>', 'e-mail address, from newsletter:list')
    .action((email: string) => withCall((call) => call.transaction((inside) => confirmAddress(inside, email))));
}
