import type { Command } from 'commander';
import type { Logger } from 'pino';
import type { CommandHost } from '../../kernel/commands.ts';
import type { ModuleManifest } from '../../kernel/module.ts';
import type { Settings } from '../../kernel/platform.ts';
import { readSettings } from '../environment/settings.ts';
import { openSouk, type Souk } from '../souk.ts';
import { addImportOptions, runFileImport } from './file-import.ts';
import { createLog } from './log.ts';
import { startProgress } from './progress.ts';
import { requireFolder, requireShop, withDatabase } from './start-checks.ts';

/** The host of the platform's own commands, which can do more than those of modules. */
export interface ProgramHost extends CommandHost {
  /** The modules that the program is composed of. */
  readonly modules: readonly ModuleManifest[];
  /** Default values of settings by path, of the configuration file. */
  readonly configured: Readonly<Record<string, string>>;
  /** The environment variables. */
  readonly env: NodeJS.ProcessEnv;
  /** Opens the platform; the caller closes it. Waits at most `wait` seconds for an unavailable database; default: `SOUK_START_WAIT`. */
  open(settings: Settings, log: Logger, wait?: number): Promise<Souk>;
  /**
   * Opens the platform of the environment's settings for the duration of a command. It fails at once if the database is unavailable,
   * unless the command waits (`waits`). Without a shop it fails and writes nothing, unless the command
   * installs a shop (`installs`).
   */
  withSouk<T>(work: (souk: Souk) => Promise<T>, options?: OpeningOptions): Promise<T>;
}

interface OpeningOptions {
  readonly waits?: boolean;
  readonly installs?: boolean;
}

/** Creates the host that commands are added with. */
export function programHost(
  program: Command,
  { modules, configured, env }: Pick<ProgramHost, 'modules' | 'configured' | 'env'>,
): ProgramHost {
  const open: ProgramHost['open'] = (settings, log, wait = settings.startWait) =>
    withDatabase(settings, log, wait, () => openSouk(settings, log, modules, configured));
  const withSouk: ProgramHost['withSouk'] = async (work, { waits = false, installs = false } = {}) => {
    const settings = readSettings(env);
    const log = createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel);
    const wait = waits ? settings.startWait : 0;
    if (installs) requireFolder(settings);
    else await requireShop(settings, log, wait);
    const souk = await open(settings, log, wait);
    try {
      return await work(souk);
    } finally {
      await souk.close();
    }
  };
  return {
    program,
    modules,
    configured,
    env,
    open,
    withSouk,
    withCall: (work) => withSouk((souk) => work(souk.systemCall())),
    withPlatform: (work, options) => withSouk((souk) => work(souk.platform), options),
    importsFile: (command, { noun, run }) => {
      addImportOptions(command).action((file: string, options) =>
        withSouk((souk) =>
          runFileImport(souk.systemCall(), file, options, {
            noun,
            run: (call, path, settings) => run(call, path, settings, options),
          }),
        ),
      );
    },
    progress: (title, total) => startProgress(title, total),
    print: (line) => console.log(line),
    list,
  };
}

/** Prints `lines`. Without lines, prints `none` on standard error, so that programs read an empty standard output. */
function list(lines: readonly string[], none: string): void {
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.error(none);
}
