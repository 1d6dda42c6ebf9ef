import type { Command } from 'commander';
import { platformErrors } from '../kernel/errors.ts';
import { withCall } from './platform.ts';

/** Commands that make websites, store groups and store views. */
export function registerStoreCommands(program: Command): void {
  program
    .command('website:create')
    .description('create a website')
    .argument('<code>', 'code, such as eu')
    .argument('<name>', 'name')
    .option('--currency <code>', 'base and display currency of the website')
    .action((code: string, name: string, options: { currency?: string }) =>
      withCall(async (call) => {
        const made = await call.services.store.createWebsite(call, { code, name, currency: options.currency });
        console.log(`website ${made.code} has id ${made.id}`);
      }),
    );
  program
    .command('store:group:create')
    .description('create a store group (store) on a website')
    .argument('<code>', 'code, such as eu_store')
    .argument('<name>', 'name')
    .requiredOption('--website <code>', 'code of the website')
    .option('--root-category <id>', 'id of the root category; default: that of the default store', Number)
    .action((code: string, name: string, options: { website: string; rootCategory?: number }) =>
      withCall(async (call) => {
        const { website, rootCategory: rootCategoryId } = options;
        const { store, catalog } = call.services;
        const isUnknown =
          Number.isSafeInteger(rootCategoryId) && !(await catalog.isRootCategory(call, rootCategoryId!));
        if (isUnknown) throw platformErrors.noSuchEntity({ fieldName: 'root_category_id', fieldValue: rootCategoryId });
        const made = await store.createStoreGroup(call, { code, name, website, rootCategoryId });
        console.log(`store group ${made.code} has id ${made.id}`);
      }),
    );
  program
    .command('store:view:create')
    .description('create a store view in a store group')
    .argument('<code>', 'code, as in /rest/<code>/V1')
    .argument('<name>', 'name')
    .requiredOption('--group <code>', 'code of the store group')
    .option('--currency <code>', 'display currency')
    .option('--locale <locale>', 'locale, such as fr_FR')
    .action((code: string, name: string, options: { group: string; currency?: string; locale?: string }) =>
      withCall(async (call) => {
        const made = await call.services.store.createStoreView(call, { code, name, ...options });
        console.log(`store view ${made.code} has id ${made.id}`);
      }),
    );
  program
    .command('currency:rate:set')
    .description('set what one unit of a currency is worth in another')
    .argument('<from>', 'currency code, such as USD')
    .argument('<to>', 'currency code, such as EUR')
    .argument('<rate>', 'a number above 0', Number)
    .action((from: string, to: string, rate: number) =>
      withCall(async (call) => {
        await call.services.directory.setRate(call, from, to, rate);
        console.log(`1 ${from} is ${rate} ${to}`);
      }),
    );
}
