import { open } from 'node:fs/promises';
import type { CommandHost } from '../../kernel/commands.ts';
import { importGeonames } from './distance/import-geonames.ts';

/** `inventory-geonames:import`. */
export function sourceSelectionCommands({ program, withCall, print }: CommandHost): void {
  program
    .command('inventory-geonames:import')
    .description('import the places of a country, for offline distance calculation')
    .argument('<file>', 'unpacked postal code file of geonames.org, such as US.txt')
    .requiredOption('--country <code>', 'code of the country, such as US')
    .action((file: string, { country }: { country: string }) =>
      withCall(async (call) => {
        const places = await importGeonames(call, linesOf(file), country);
        print(`${places} places of ${country.toUpperCase()} imported`);
      }),
    );
}

/** The lines of a file. It is opened when the first line is requested: `readLines` would lose lines read before that. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const opened = await open(file);
  yield* opened.readLines({ encoding: 'utf8' });
}
