import type { CommandHost } from '../../kernel/commands.ts';

/** Commands for websites and store views; the catalog has `store:group:create`, because it checks root categories. */
export function storeCommands({ program, withCall, print }: CommandHost): void {
  program
    .command('website:create')
    .description('create a website')
    .argument('<code>', 'code of the website, such as eu')
    .argument('<name>', 'name')
    .option('--currency <code>', 'base and display currency of the website')
    .action((code: string, name: string, options: { currency?: string }) =>
      withCall(async (call) => {
        const website = await call.services.store.createWebsite(call, { code, name, currency: options.currency });
        print(`website ${website.code} has id ${website.id}`);
      }),
    );
  program
    .command('store:view:create')
    .description('create a store view in a store group')
    .argument('<code>', 'code of the store view, as in /rest/<code>/V1')
    .argument('<name>', 'name')
    .requiredOption('--group <code>', 'code of the store group')
    .option('--currency <code>', 'display currency')
    .option('--locale <locale>', 'locale, such as fr_FR')
    .action((code: string, name: string, options: { group: string; currency?: string; locale?: string }) =>
      withCall(async (call) => {
        const view = await call.services.store.createStoreView(call, { code, name, ...options });
        print(`store view ${view.code} has id ${view.id}`);
      }),
    );
}
