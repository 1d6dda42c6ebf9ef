import type { Command } from 'commander';
import type { Call } from '../../kernel/call.ts';
import type {
  CreatableKind,
  FileImport,
  FileImportSettings,
  ImportedRows,
  RefusedRow,
} from '../../kernel/file-imports.ts';
import { isDiskFull } from '../../storage/errors.ts';
import { startProgress } from './progress.ts';
import { openReport } from './report.ts';

/** The options of a command that imports a file. */
export interface ImportFileOptions {
  readonly create?: readonly CreatableKind[];
  readonly dryRun?: boolean;
  readonly encoding?: string;
  readonly images?: string;
  readonly report?: string;
  readonly separator?: string;
}

/** An import with the records' name in messages. */
interface FileImportRun {
  readonly noun: string;
  readonly run: FileImport['run'];
}

/** Adds the options that all commands that import files have. */
export function addImportOptions(command: Command): Command {
  return command
    .option('--dry-run', 'show what would happen, and change nothing')
    .option('--encoding <name>', 'encoding of a CSV file, such as latin1 (default: UTF-8)')
    .option('--report <file>', 'write refused rows to a CSV file')
    .option('--separator <sign>', 'separator of cells (default: recognised in the first row)');
}

/** Imports a file: shows the progress, names refused rows and writes them to the report. The command exits with 1 if there are some. */
export async function runFileImport(
  call: Call,
  file: string,
  options: ImportFileOptions,
  { noun, run }: FileImportRun,
): Promise<void> {
  const report = await openReport(options.report);
  const isTrial = options.dryRun ?? false;
  const title = `Importing ${noun}`;
  const hasLines = !/\.json$/i.test(file);
  let progress = startProgress(title, 0);
  const settings: FileImportSettings = {
    encoding: options.encoding,
    separator: options.separator,
    images: options.images,
    creates: new Set(options.create),
    isTrial,
    onStart: (count) => {
      progress.clear();
      progress = startProgress(title, count);
    },
    onProgress: (count) => progress.advance(count),
    onRefused: (row) => {
      progress.complain(complaintOf(row, hasLines));
      report.add(row);
    },
  };
  try {
    const counts = await run(call, file, settings);
    await report.close();
    progress.stop(summaryOf(counts, noun, isTrial));
    if (counts.refused > 0) process.exitCode = 1;
  } catch (error) {
    progress.clear();
    await report.close().catch(() => undefined);
    throw isDiskFull(error) ? diskFull(isTrial, error) : error;
  }
}

/** The error of an import that ran out of space. */
function diskFull(isTrial: boolean, cause: unknown): Error {
  const state = isTrial ? 'nothing was changed' : 'rows that were imported are found by it';
  return new Error(`The disk is full. Free some space and run the same command again: ${state}.`, { cause });
}

/** `line 3, mug, price: "x" is not a number`; rows of JSON have no lines. */
function complaintOf({ line, key, column, reason }: RefusedRow, hasLines: boolean): string {
  const place = [hasLines ? `line ${line}` : '', key, column].filter((part) => part !== '');
  return `${place.join(', ')}: ${reason}`;
}

function summaryOf({ rows, created, updated, refused }: ImportedRows, noun: string, isTrial: boolean): string {
  const verb = isTrial ? 'would be imported; nothing was changed' : 'imported';
  return `${rows - refused} of ${rows} ${noun} ${verb} (${created} created, ${updated} updated, ${refused} refused)`;
}
