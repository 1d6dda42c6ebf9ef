import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { importRowFile } from '../../platform/row-import/row-kind.ts';
import { writeCsvFile } from '../../platform/row-import/write.ts';
import { exportStock } from './source-items/export.ts';
import { stockRows } from './source-items/item-rows.ts';
import { allSources, getSource, saveSource } from './sources/sources.ts';

interface NewSourceOptions {
  readonly country: string;
  readonly postcode: string;
  readonly latitude?: string;
  readonly longitude?: string;
  readonly disabled?: boolean;
}

/** Commands for sources and for files of source items. */
export function sourceCommands(host: CommandHost): void {
  listingCommands(host);
  fileCommands(host);
}

function listingCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('inventory:source:list')
    .description('list sources')
    .action(() =>
      withCall(async (call) => {
        const sources = await allSources(call);
        list(
          sources.map(({ source_code, name, enabled, country_id, postcode }) =>
            [source_code, enabled ? 'enabled' : 'disabled', country_id, postcode, name].join('\t'),
          ),
          'no sources',
        );
      }),
    );
  program
    .command('inventory:source:create')
    .description('create a source, or change an existing one')
    .argument('<code>', 'code of the source')
    .argument('<name>', 'name of the source')
    .requiredOption('--country <code>', 'code of the country, such as US')
    .requiredOption('--postcode <postcode>', 'postcode')
    .option('--latitude <degrees>', 'latitude of the source')
    .option('--longitude <degrees>', 'longitude of the source')
    .option('--disabled', 'create the source disabled')
    .action((code: string, name: string, options: NewSourceOptions) =>
      withCall(async (call) => {
        const { country, postcode, latitude, longitude, disabled } = options;
        await call.transaction((inside) =>
          saveSource(inside, {
            source_code: code,
            name,
            country_id: country,
            postcode,
            enabled: !disabled,
            ...(latitude === undefined ? {} : { latitude: Number(latitude) }),
            ...(longitude === undefined ? {} : { longitude: Number(longitude) }),
          }),
        );
        print(`source ${code} saved`);
      }),
    );
  for (const [name, enabled] of [['enable', true] as const, ['disable', false] as const]) {
    program
      .command(`inventory:source:${name}`)
      .description(`${name} a source: stocks ${enabled ? 'include' : 'exclude'} its quantities`)
      .argument('<code>', 'code of the source')
      .action((code: string) =>
        withCall(async (call) => {
          await switchSource(call, code, enabled);
          print(`source ${code} ${name}d`);
        }),
      );
  }
}

async function switchSource(call: Call, code: string, enabled: boolean): Promise<void> {
  await call.transaction(async (inside) => {
    const { name = null, postcode = null, country_id = null } = await getSource(inside, code);
    await saveSource(inside, { source_code: code, name, postcode, country_id, enabled });
  });
}

function fileCommands({ program, withCall, print, importsFile }: CommandHost): void {
  const itemImport = program
    .command('inventory:source-items:import')
    .description('import source items from CSV: source_code, sku, status, quantity')
    .argument('<file>', 'CSV file');
  importsFile(itemImport, {
    noun: 'source items',
    run: (call, file, settings) => importRowFile(call, file, settings, stockRows),
  });
  program
    .command('inventory:source-items:export')
    .description('export source items to a CSV file')
    .argument('<file>', 'CSV file')
    .option('--source <code>', 'code of a source; default: all')
    .action((file: string, { source }: { source?: string }) =>
      withCall(async (call) => {
        print(`${await writeCsvFile(exportStock(call, { source }), file)} source items exported to ${file}`);
      }),
    );
}
