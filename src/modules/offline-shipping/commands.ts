import { readFileSync } from 'node:fs';
import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { tableRates } from './configuration.ts';
import { importTableRates } from './import-table-rates.ts';

/** `shipping:tablerates:import`. */
export function offlineShippingCommands({ program, withCall, print }: CommandHost): void {
  program
    .command('shipping:tablerates:import')
    .description('make a CSV file the price table of the "tablerate" carrier')
    .argument('<file>', 'columns: country, region, postcode, least weight, value or pieces, price; headings first')
    .option('--website <code>', 'code of the website; default: the default one')
    .option(
      '--condition <name>',
      `package_weight, package_value_with_discount or package_qty; default: as ${tableRates.condition.path} says`,
    )
    .action((file: string, options: { website?: string; condition?: string }) =>
      withCall(async (call) => {
        const websiteId = websiteOf(call, options.website);
        const text = readFileSync(file, 'utf8');
        const { rows, condition } = await importTableRates(call, text, {
          websiteId,
          condition: options.condition,
        });
        print(`${rows} prices by ${condition}`);
      }),
    );
}

function websiteOf({ services: { store } }: Call, code: string | undefined): number {
  const id = code === undefined ? store.defaultStoreView().website_id : store.website(code)?.id;
  if (id === undefined) throw new Error(`there is no website ${code}`);
  return id;
}
