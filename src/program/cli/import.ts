import { InvalidArgumentError, Option } from 'commander';
import { openProducts } from '../../faces/import/product-file.ts';
import { importRecords } from '../../faces/import/records.ts';
import type { Platform } from '../../kernel/platform.ts';
import { isOneOf } from '../../kernel/narrow.ts';
import {
  creatableKinds,
  type CreatableKind,
  type FileImportSettings,
  type RefusedRow,
} from '../../kernel/file-imports.ts';
import type { Souk } from '../souk.ts';
import type { ProgramHost } from './host.ts';
import { startProgress } from './progress.ts';
import { openReport } from './report.ts';

interface ImportOptions {
  readonly create: readonly CreatableKind[];
  readonly dryRun?: boolean;
  readonly encoding?: string;
  readonly images?: string;
  readonly report?: string;
  readonly separator?: string;
}

/** The outcome of an import, for its last line. */
interface ImportCounts {
  readonly rows: number;
  readonly created?: number;
  readonly updated?: number;
  readonly refused: number;
}

/** `import`: products from a CSV or JSON file. */
export function registerImportCommand({ program, withSouk }: ProgramHost): void {
  program
    .command('import')
    .description('create or update products from a CSV or JSON file; docs/import.md describes its columns')
    .argument(
      '<file>',
      'products.csv (first row: names of columns) or products.json (a list of products in REST format)',
    )
    .addOption(
      new Option('--create <kinds>', `create what rows name: ${creatableKinds.join(', ')}`)
        .argParser(readKinds)
        .default([], 'nothing'),
    )
    .option('--dry-run', 'show what would happen, and change nothing')
    .option('--encoding <name>', 'encoding of a CSV file, such as latin1 (default: UTF-8)')
    .option('--images <folder>', 'folder of images and of files to download')
    .option('--report <file>', 'write refused rows to a CSV file')
    .option('--separator <sign>', 'separator of cells (default: recognised in the first row)')
    .action((file: string, options: ImportOptions) =>
      withSouk((souk) => importFile(souk, file, options), { installs: true }),
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

async function importFile(souk: Souk, file: string, options: ImportOptions): Promise<void> {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase();
  const call = souk.systemCall();
  const importer = call.contributions.fileImports.find((one) => one.extension === extension);
  if (!importer && extension !== 'json') throw new Error(`${file}: name a .csv or .json file`);
  const report = await openReport(options.report);
  const { create, dryRun: isTrial = false, ...format } = options;
  let progress = startProgress('Importing products', 0);
  const settings: FileImportSettings = {
    ...format,
    creates: new Set(create),
    isTrial,
    onStart: (count) => (progress = startProgress('Importing products', count)),
    onProgress: (count) => progress.advance(count),
    onRefused: (row) => {
      progress.complain(complaintOf(row, importer !== undefined));
      report.add(row);
    },
  };
  try {
    const counts = importer
      ? await importer.run(call, file, settings)
      : await importJson(souk.platform, file, settings);
    const refused = typeof counts.refused === 'number' ? counts.refused : counts.refused.length;
    progress.stop(summaryOf({ ...counts, refused }, isTrial));
    if (refused > 0) process.exitCode = 1;
  } finally {
    await report.close();
  }
}

/** `line 3, mug, price: "x" is not a number`; rows of JSON have no lines. */
function complaintOf({ line, key, column, reason }: RefusedRow, hasLines: boolean): string {
  const place = [hasLines ? `line ${line}` : '', key, column].filter((part) => part !== '');
  return `${place.join(', ')}: ${reason}`;
}

async function importJson(platform: Platform, file: string, settings: FileImportSettings): Promise<ImportCounts> {
  const { count, products } = await openProducts(file);
  settings.onStart?.(count);
  let refusals = 0;
  const onDone: Parameters<typeof importRecords>[3] = (batchSize, refused) => {
    settings.onProgress?.(batchSize);
    refusals += refused.length;
    for (const { name, position, reason } of refused) {
      settings.onRefused?.({ line: position + 1, key: name, column: '', reason });
    }
  };
  await importRecords(platform, 'products', products, onDone, { isTrial: settings.isTrial });
  return { rows: count, refused: refusals };
}

function summaryOf({ rows, created, updated, refused }: ImportCounts, isTrial: boolean): string {
  const details = created === undefined ? '' : ` (${created} created, ${updated} updated, ${refused} refused)`;
  const verb = isTrial ? 'would be imported; nothing was changed' : 'imported';
  return `${rows - refused} of ${rows} products ${verb}${details}`;
}
