import { InvalidArgumentError, type Command } from 'commander';
import type { Call } from './call.ts';
import type { Platform } from './platform.ts';

/** What a module's commands are made with: where they are added, and the platform that they run on. */
export interface CommandHost {
  readonly program: Command;
  /** Opens the platform for the length of a command and gives it a call with all permissions. */
  withCall<T>(work: (call: Call) => Promise<T>): Promise<T>;
  /** As `withCall`, for commands that need the platform itself. */
  withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T>;
  /** Writes a line to standard output. */
  print(line: string): void;
  /** Writes a line for each of `lines`; where there is none, says so on standard error, `no customers` say. */
  list(lines: readonly string[], none: string): void;
}

/** Adds the commands of a module to those of the platform. */
export type AddCommands = (host: CommandHost) => void;

/** Reads an option that takes a whole number above 0. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('use a whole number above 0');
  return number;
}
