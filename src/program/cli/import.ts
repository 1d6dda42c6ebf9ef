import { InvalidArgumentError, Option } from 'commander';
import { openProducts } from '../../faces/import/product-file.ts';
import { importRecords } from '../../faces/import/records.ts';
import type { Platform } from '../../kernel/platform.ts';
import { isOneOf } from '../../kernel/narrow.ts';
import {
  creatableKinds,
  type CreatableKind,
  type FileImport,
  type FileImportSettings,
  type ImportedRows,
} from '../../kernel/file-imports.ts';
import type { Souk } from '../souk.ts';
import { addImportOptions, runFileImport, type ImportFileOptions } from './file-import.ts';
import type { ProgramHost } from './host.ts';

interface ImportOptions extends ImportFileOptions {
  readonly kind: string;
}

const PRODUCTS = 'products';

/** `import`: records from a CSV file, products also from a JSON file. */
export function registerImportCommand({ program, modules, withSouk }: ProgramHost): void {
  const imports = modules.flatMap(({ contributes }) => contributes?.fileImports ?? []);
  const command = program
    .command('import')
    .description('create or update records from a CSV or JSON file; docs/import.md describes its columns')
    .argument(
      '<file>',
      'a .csv file (first row: names of columns), or products.json (a list of products in REST format)',
    )
    .addOption(
      new Option('--create <kinds>', `create what rows of products name: ${creatableKinds.join(', ')}`)
        .argParser(readKinds)
        .default([], 'nothing'),
    )
    .addOption(
      new Option('--kind <kind>', 'kind of records').choices(imports.map(({ kind }) => kind)).default(PRODUCTS),
    )
    .option('--images <folder>', 'folder of images and of files to download');
  addImportOptions(command).action((file: string, options: ImportOptions) =>
    withSouk((souk) => importFile(souk, imports, file, options), { installs: true }),
  );
}

function readKinds(text: string): CreatableKind[] {
  const isKind = isOneOf(creatableKinds);
  return text.split(',').map((kind) => {
    const name = kind.trim();
    if (!isKind(name)) throw new InvalidArgumentError(`use some of ${creatableKinds.join(', ')}`);
    return name;
  });
}

async function importFile(
  souk: Souk,
  imports: readonly FileImport[],
  file: string,
  options: ImportOptions,
): Promise<void> {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase();
  const { kind } = options;
  const importer = imports.find((one) => one.kind === kind && one.extension === extension);
  const isJson = kind === PRODUCTS && extension === 'json';
  if (!importer && !isJson) throw new Error(`${file}: name a .csv ${kind === PRODUCTS ? 'or .json ' : ''}file`);
  await runFileImport(souk.systemCall(), file, options, {
    noun: kind.replaceAll('-', ' '),
    run: (call, path, settings) =>
      importer ? importer.run(call, path, settings) : importJson(souk.platform, path, settings),
  });
}

async function importJson(platform: Platform, file: string, settings: FileImportSettings): Promise<ImportedRows> {
  const { count, products } = await openProducts(file);
  settings.onStart?.(count);
  const totals = { created: 0, updated: 0, refused: 0 };
  const onDone: Parameters<typeof importRecords>[3] = ({ count: batchSize, created, refused }) => {
    settings.onProgress?.(batchSize);
    totals.created += created;
    totals.updated += batchSize - created - refused.length;
    totals.refused += refused.length;
    for (const { name, position, reason } of refused) {
      settings.onRefused?.({ line: position + 1, key: name, column: '', reason });
    }
  };
  await importRecords(platform, PRODUCTS, products, onDone, { isTrial: settings.isTrial });
  return { rows: count, ...totals };
}
