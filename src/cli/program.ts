import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { fillTemplate } from '../kernel/error-templates.ts';
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

/** What a command is run with. */
interface CommandCall {
  /** The command and its arguments; those that this process was started with, unless told. */
  readonly args?: readonly string[];
  /** The environment that its settings are read from; that of this process, unless told. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a command on a platform that is composed of `modules`, and has the process end with a status of its failure. */
export async function runProgram(
  modules: readonly ModuleManifest[],
  { args = process.argv.slice(2), env = process.env }: CommandCall = {},
): Promise<void> {
  // Nobody else reads what is written: databases, keys, mails, documents.
  process.umask(0o077);
  const program = new Command('souk')
    .description('A commerce platform server that speaks the Magento 2 / Adobe Commerce REST interface.')
    .version(packageJson.version)
    .showHelpAfterError()
    .configureHelp({ sortSubcommands: true })
    .exitOverride();
  const host = programHost(program, modules, env);
  for (const register of ownCommands) register(host);
  // A wrong edition is refused by the command, with the other settings.
  const edition = env['SOUK_EDITION'] === 'open' ? 'open' : 'commercial';
  for (const { commands } of activeModules(modules, edition)) commands?.(host);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Help and wrong usage, which were written by then.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      // A person typed this: a sentence, not a stack.
      console.error(`souk: ${sentenceOf(error)}`);
      process.exitCode = 1;
    }
  }
}

/** What went wrong, with the detail that stands behind a general message. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof PlatformError)) return error instanceof Error ? error.message : String(error);
  const [detail, ...others] = error.errors;
  if (!detail || others.length > 0) return error.text;
  const told = fillTemplate(detail.message, detail.parameters);
  return error.text.includes(told) ? error.text : `${error.text}: ${told}`;
}
