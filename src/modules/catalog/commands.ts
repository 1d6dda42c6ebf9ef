import type { CommandHost } from '../../kernel/commands.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { isRootCategory } from './categories/load.ts';

/** The command `store:group:create`. It belongs to the catalog, which checks the root category. */
export function catalogCommands({ program, withCall, print }: CommandHost): void {
  program
    .command('store:group:create')
    .description('create a store group in a website')
    .argument('<code>', 'code, such as eu_store')
    .argument('<name>', 'name')
    .requiredOption('--website <code>', 'code of the website')
    .option('--root-category <id>', "id of the root category; default: the default store's", Number)
    .action((code: string, name: string, options: { website: string; rootCategory?: number }) =>
      withCall(async (call) => {
        const { website, rootCategory: rootCategoryId } = options;
        const isChosen = rootCategoryId !== undefined && Number.isSafeInteger(rootCategoryId);
        if (isChosen && !(await isRootCategory(call, rootCategoryId)))
          throw platformErrors.noSuchEntity({ fieldName: 'root_category_id', fieldValue: rootCategoryId });
        const group = await call.services.store.createStoreGroup(call, { code, name, website, rootCategoryId });
        print(`store group ${group.code} has id ${group.id}`);
      }),
    );
}
