import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { PlatformError } from '../kernel/errors.ts';
import type { ModuleManifest } from '../kernel/module.ts';
import { activeModules } from '../kernel/register.ts';
import { registerBackupCommand } from './backup.ts';
import { registerConfigCommands } from './config.ts';
import { registerDocumentCommands } from './documents.ts';
import { programHost } from './host.ts';
import { registerImportCommand } from './import.ts';
import { registerMarketplaceCommand } from './marketplace.ts';
import { registerModuleCommands } from './modules.ts';
import { registerQueueCommands } from './queue.ts';
import { registerServeCommands } from './serve.ts';

const ownCommands = [
  registerServeCommands,
  registerMarketplaceCommand,
  registerBackupCommand,
  registerConfigCommands,
  registerModuleCommands,
  registerQueueCommands,
  registerImportCommand,
  registerDocumentCommands,
];

/** Runs the command that the process was started with, on a platform that is composed of `modules`. */
export async function runProgram(modules: readonly ModuleManifest[]): Promise<void> {
  // Nobody else reads what is written: databases, keys, mails, documents.
  process.umask(0o077);
  const program = new Command('souk')
    .description('A commerce platform server that speaks the Magento 2 / Adobe Commerce REST interface.')
    .version(packageJson.version)
    .showHelpAfterError()
    .configureHelp({ sortSubcommands: true });
  const host = programHost(program, modules);
  for (const register of ownCommands) register(host);
  // A wrong edition is refused by the command, with the other settings.
  const edition = process.env['SOUK_EDITION'] === 'open' ? 'open' : 'commercial';
  for (const { commands } of activeModules(modules, edition)) commands?.(host);
  try {
    await program.parseAsync();
  } catch (error) {
    // A person typed this: a sentence, not a stack.
    console.error(
      `souk: ${error instanceof PlatformError ? error.text : error instanceof Error ? error.message : String(error)}`,
    );
    process.exitCode = 1;
  }
}
