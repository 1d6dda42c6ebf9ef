import { Argument } from 'commander';
import { exportFilters, type FileExport, type FileExportSettings } from '../../kernel/file-exports.ts';
import { readUtcTime } from '../../kernel/time.ts';
import { writeCsvFile } from '../../platform/row-import/write.ts';
import type { ProgramHost } from './host.ts';

interface ExportOptions extends FileExportSettings {
  readonly to?: string;
}

/** `export`: records of a kind as a CSV file. */
export function registerExportCommand({ program, modules, withCall }: ProgramHost): void {
  const exports = modules.flatMap(({ contributes }) => contributes?.fileExports ?? []);
  program
    .command('export')
    .description('write records to a CSV file in the layout of the interface; docs/export.md describes the columns')
    .addArgument(new Argument('<kind>', 'kind of records').choices(exports.map(({ kind }) => kind)))
    .option('--to <file>', 'file to write (default: standard output)')
    .option('--since <time>', 'only records changed then or later, in UTC: "2026-11-28" or "2026-11-28 14:30:00"')
    .option('--store <code>', 'code of a store view; of products, its values besides those of all store views')
    .option('--source <code>', 'only the stock of this source')
    .option('--images <folder>', 'copy images and files of products to this folder')
    .action(async (kind: string, options: ExportOptions) => {
      const exporter = exports.find((one) => one.kind === kind);
      if (!exporter) throw new Error(`there is no export of ${kind}`);
      const settings = settingsOf(exporter, options);
      await withCall(async (call) => {
        const count = await writeCsvFile(exporter.rows(call, settings), options.to);
        if (options.to !== undefined) console.log(`${count} rows of ${kind} exported to ${options.to}`);
      });
    });
}

/** The settings of an export. Throws for a filter that the kind does not have, and for a time that cannot be read. */
function settingsOf(exporter: FileExport, { since, ...options }: ExportOptions): FileExportSettings {
  const given = { since, ...options };
  const other = exportFilters.find((name) => given[name] !== undefined && !exporter.filters.includes(name));
  if (other !== undefined) throw new Error(`--${other} has no effect on ${exporter.kind}`);
  if (options.images !== undefined && !exporter.hasFiles) throw new Error(`${exporter.kind} have no images`);
  if (since === undefined) return options;
  const time = readUtcTime(since);
  if (time === undefined) throw new Error(`--since: "${since}" is not a time; write it as 2026-11-28 14:30:00`);
  return { ...options, since: time };
}
