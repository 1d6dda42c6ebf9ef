import { readFileSync } from 'node:fs';
import type { CommandHost } from '../../kernel/commands.ts';
import { registryTypes, requireType } from './registry-types.ts';
import { deleteType, readType, saveType } from './type-documents.ts';

/** Commands for the types of registries. */
export function typeCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('giftregistry:type:list')
    .description('list the types of gift registries and their fields')
    .action(() =>
      withCall(async (call) => {
        const lines = (await registryTypes(call)).map(({ code, label, event, registrant }) => {
          const fields = [...event, ...registrant].map(({ code: name, options }) =>
            options ? `${name} (${Object.keys(options).join(', ')})` : name,
          );
          return [code, label, fields.join('; ')].join('\t');
        });
        list(lines, 'no types');
      }),
    );
  program
    .command('giftregistry:type:show')
    .description('print a type of gift registries as JSON, as giftregistry:type:save reads it')
    .argument('<code>', 'code of the type')
    .action((code: string) =>
      withCall(async (call) => {
        const { id: _, ...type } = await requireType(call, code);
        print(JSON.stringify(type, null, 2));
      }),
    );
  program
    .command('giftregistry:type:save')
    .description('create a type of gift registries, or change the one with its code')
    .argument('<type>', 'JSON, or a file with JSON, as giftregistry:type:show prints it')
    .action((input: string) =>
      withCall(async (call) => {
        const { code, document } = readType(input.trimStart().startsWith('{') ? input : readFileSync(input, 'utf8'));
        await call.transaction((inside) => saveType(inside, code, document));
      }),
    );
  program
    .command('giftregistry:type:delete')
    .description('delete a type of gift registries that no registry has')
    .argument('<code>', 'code of the type')
    .action((code: string) => withCall((call) => call.transaction((inside) => deleteType(inside, code))));
}
