import type { CommandHost } from '../../kernel/commands.ts';
import { importGeonames } from './distance/import-geonames.ts';

/** `inventory-geonames:import`. */
export function sourceSelectionCommands({ program, importsFile }: CommandHost): void {
  const command = program
    .command('inventory-geonames:import')
    .description('replace the places of a country by those of a file, for offline distance calculation')
    .argument('<file>', 'unpacked postal code file of geonames.org, such as US.txt')
    .requiredOption('--country <code>', 'code of the country, such as US');
  importsFile<{ readonly country: string }>(command, {
    noun: 'places',
    run: (call, file, settings, { country }) => importGeonames(call, file, settings, country),
  });
}
