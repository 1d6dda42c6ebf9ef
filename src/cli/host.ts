import type { Command } from 'commander';
import type { CommandHost } from '../kernel/commands.ts';
import { withCall, withPlatform } from './platform.ts';

/** What modules add their commands to the program with. */
export function commandHost(program: Command): CommandHost {
  return { program, withCall, withPlatform, print: (line) => console.log(line), list };
}

/** Writes a line for each of `lines`. A person is told that there is none; programs see nothing on standard output. */
export function list(lines: readonly string[], none: string): void {
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.error(none);
}
