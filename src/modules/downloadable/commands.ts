import type { CommandHost } from '../../kernel/commands.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { purchasesOf } from './purchases.ts';

/** The command `sales:downloads`. */
export function downloadableCommands({ program, withCall, list }: CommandHost): void {
  program
    .command('sales:downloads')
    .description('list the downloads of an order: status, downloads, address, title')
    .argument('<order>', 'entity id of the order')
    .action((order: string) =>
      withCall(async (call) => {
        const base = call.config.of(baseUrls.secure.base).replace(/\/$/, '');
        const links = await purchasesOf(call, Number(order));
        list(
          links.map((link) => {
            const used = `${link.downloads_used} of ${link.downloads_bought || 'any number'}`;
            const address = `${base}/downloadable/download/link/id/${link.hash}`;
            return [link.status, used, address, link.title].join('\t');
          }),
          'no downloads',
        );
      }),
    );
}
