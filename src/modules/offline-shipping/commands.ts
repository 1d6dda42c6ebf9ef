import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { tableRates } from './configuration.ts';
import { importTableRates } from './import-table-rates.ts';

interface RateOptions {
  readonly website?: string;
  readonly condition?: string;
}

/** `shipping:tablerates:import`. */
export function offlineShippingCommands({ program, importsFile }: CommandHost): void {
  const command = program
    .command('shipping:tablerates:import')
    .description('replace the rates of the "tablerate" carrier by those of a CSV file')
    .argument(
      '<file>',
      'columns: country, region, postcode, minimum weight, value or quantity, price; with a header row',
    )
    .option('--website <code>', 'code of the website; default: the default website')
    .option(
      '--condition <name>',
      `package_weight, package_value_with_discount or package_qty; default: ${tableRates.condition.path}`,
    );
  importsFile<RateOptions>(command, {
    noun: 'table rates',
    run: (call, file, settings, { website, condition }) =>
      importTableRates(call, file, settings, { websiteId: websiteOf(call, website), condition }),
  });
}

function websiteOf({ services: { store } }: Call, code: string | undefined): number {
  const id = code === undefined ? store.defaultStoreView().website_id : store.website(code)?.id;
  if (id === undefined) throw new Error(`there is no website ${code}`);
  return id;
}
