import { readFileSync } from 'node:fs';
import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { tableRates } from './configuration.ts';
import { importTableRates } from './import-table-rates.ts';

/** `shipping:tablerates:import`. */
export function offlineShippingCommands({ program, withCall, print }: CommandHost): void {
  program
    .command('shipping:tablerates:import')
    .description('import the rates of the "tablerate" carrier from a CSV file')
    .argument(
      '<file>',
      'columns: country, region, postcode, minimum weight, value or quantity, price; with a header row',
    )
    .option('--website <code>', 'code of the website; default: the default website')
    .option(
      '--condition <name>',
      `package_weight, package_value_with_discount or package_qty; default: ${tableRates.condition.path}`,
    )
    .action((file: string, options: { website?: string; condition?: string }) =>
      withCall(async (call) => {
        const websiteId = websiteOf(call, options.website);
        const text = readFileSync(file, 'utf8');
        const { rows, condition } = await importTableRates(call, text, {
          websiteId,
          condition: options.condition,
        });
        print(`${rows} rates by ${condition} imported`);
      }),
    );
}

function websiteOf({ services: { store } }: Call, code: string | undefined): number {
  const id = code === undefined ? store.defaultStoreView().website_id : store.website(code)?.id;
  if (id === undefined) throw new Error(`there is no website ${code}`);
  return id;
}
