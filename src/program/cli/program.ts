import { Command, CommanderError } from 'commander';
import packageJson from '../../../packages/souk/package.json' with { type: 'json' };
import { commandGroups, type CommandGroup } from '../../kernel/commands.ts';
import { fillTemplate } from '../../kernel/error-templates.ts';
import { PlatformError } from '../../kernel/errors.ts';
import type { ModuleManifest } from '../../kernel/module.ts';
import { activeModules } from '../../kernel/register.ts';
import { inModuleAtOnce } from '../../kernel/vendor.ts';
import { registerBackupCommand } from './backup.ts';
import { registerConfigCommands } from './config.ts';
import { registerDocumentCommands } from './documents.ts';
import { registerExportCommand } from './export.ts';
import { programHost, type ProgramHost } from './host.ts';
import { registerImportCommand } from './import.ts';
import { registerMarketplaceCommand } from './marketplace.ts';
import { registerModuleCommands } from './modules.ts';
import { registerQueueCommands } from './queue.ts';
import { registerServeCommands } from './serve.ts';
import { errorMessage } from '../../kernel/thrown.ts';

/** The platform's own commands by their groups. */
const ownCommands: readonly (readonly [CommandGroup, (host: ProgramHost) => void])[] = [
  ['shop', registerServeCommands],
  ['operations', registerMarketplaceCommand],
  ['operations', registerBackupCommand],
  ['shop', registerConfigCommands],
  ['operations', registerModuleCommands],
  ['operations', registerQueueCommands],
  ['shop', registerImportCommand],
  ['shop', registerExportCommand],
  ['documents', registerDocumentCommands],
];

/** The input of a command. */
interface CommandCall {
  /** The command and its arguments; default: those of this process. */
  readonly args?: readonly string[];
  /** The environment variables; default: those of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Default values of settings by path, in place of those of the modules. */
  readonly configured?: Readonly<Record<string, string>>;
}

/** Runs a command on a platform composed of `modules`, and sets the exit code of the process if it fails. */
export async function runProgram(
  modules: readonly ModuleManifest[],
  { args = process.argv.slice(2), env = process.env, configured = {} }: CommandCall = {},
): Promise<void> {
  // Files are private to their owner: databases, keys, emails, documents.
  process.umask(0o077);
  const program = new Command('souk')
    .description('A commerce platform server that speaks the Magento 2 / Adobe Commerce REST interface.')
    .version(packageJson.version)
    .showHelpAfterError()
    .configureHelp({ sortSubcommands: true })
    .exitOverride();
  const host = programHost(program, { modules, configured, env });
  for (const [group, register] of ownCommands) {
    program.commandsGroup(commandGroups[group]);
    register(host);
  }
  // The command rejects a wrong edition together with other wrong settings.
  const edition = env['SOUK_EDITION'] === 'open' ? 'open' : 'commercial';
  try {
    for (const { name, commands, commandGroup = 'added' } of activeModules(modules, edition)) {
      program.commandsGroup(commandGroups[commandGroup]);
      inModuleAtOnce(name, 'when it adds its commands', () => commands?.(host));
    }
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has already printed help and usage errors.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      // A sentence for people, without a stack trace.
      console.error(`souk: ${sentenceOf(error)}`);
      process.exitCode = 1;
    }
  }
}

/** The message of an error, with the detail behind a general message. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof PlatformError)) return errorMessage(error);
  const [detail, ...others] = error.errors;
  if (!detail || others.length > 0) return error.text;
  const detailText = fillTemplate(detail.message, detail.parameters);
  return error.text.includes(detailText) ? error.text : `${error.text}: ${detailText}`;
}
