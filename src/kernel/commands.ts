import { InvalidArgumentError, type Command } from 'commander';
import type { Call } from './call.ts';
import type { FileImportSettings, ImportedRows } from './file-imports.ts';
import type { Platform } from './platform.ts';

/** Groups of commands in `souk --help` and docs/cli.md, with their headings. */
export const commandGroups = {
  shop: 'Shop and content',
  people: 'People and companies',
  orders: 'Orders and payment',
  stock: 'Stock',
  events: 'Events and hooks',
  operations: 'Operations',
  documents: 'Generated documents',
  added: 'Added modules',
} as const;

/** The group of a command. */
export type CommandGroup = keyof typeof commandGroups;

/** A command that imports a file. */
interface FileImportCommand<O> {
  /** The records in messages, such as `source items`. */
  readonly noun: string;
  /** Throws for a file that cannot be read as a whole. */
  run(call: Call, file: string, settings: FileImportSettings, options: O): Promise<ImportedRows>;
}

/** The progress of a long command: a bar on a terminal, nothing elsewhere. */
export interface CommandProgress {
  /** Adds a number of handled records. */
  advance(count: number): void;
  /** Writes a line to standard error. */
  complain(line: string): void;
  /** Removes the bar, before an error ends the command. */
  clear(): void;
  /** Replaces the bar by a line on standard output. */
  stop(message: string): void;
}

/** The host of a module's commands: the program, and the platform. */
export interface CommandHost {
  readonly program: Command;
  /** Opens the platform for the duration of a command, with a call that has all permissions. */
  withCall<T>(work: (call: Call) => Promise<T>): Promise<T>;
  /** As `withCall`, for commands that need the platform itself. `installs`: it makes a shop where there is none. */
  withPlatform<T>(work: (platform: Platform) => Promise<T>, options?: { readonly installs?: boolean }): Promise<T>;
  /**
   * Makes a command with a `<file>` one that imports it, with `--dry-run`, `--report`, `--encoding` and `--separator`: it shows its
   * progress, names refused rows, and exits with 1 if there are some.
   */
  importsFile<O>(command: Command, imports: FileImportCommand<O>): void;
  /** Shows the progress of a command towards a number of records. */
  progress(title: string, total: number): CommandProgress;
  /** Writes a line to standard output. */
  print(line: string): void;
  /** Prints each of `lines`; without lines prints `none` on standard error, such as `no customers`. */
  list(lines: readonly string[], none: string): void;
}

/** Adds the commands of a module to those of the platform. */
export type AddCommands = (host: CommandHost) => void;

/** Parses an option with a whole number above 0. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('use a whole number above 0');
  return number;
}
