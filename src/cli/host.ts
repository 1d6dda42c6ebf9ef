import type { Command } from 'commander';
import type { Logger } from 'pino';
import type { CommandHost } from '../kernel/commands.ts';
import type { ModuleManifest } from '../kernel/module.ts';
import type { Settings } from '../kernel/platform.ts';
import { readSettings } from '../environment/settings.ts';
import { openSouk, type Souk } from '../souk.ts';
import { createLog } from './log.ts';
import { requireFolder, requireShop, withDatabase } from './start-checks.ts';

/** What the commands of the platform itself are made with, beyond what those of modules are. */
export interface ProgramHost extends CommandHost {
  /** The modules that the program is composed of. */
  readonly modules: readonly ModuleManifest[];
  /** The environment that settings are read from. */
  readonly env: NodeJS.ProcessEnv;
  /** Opens the platform of some settings, for good. Waits for a database that is away, `wait` seconds at most; default: `SOUK_START_WAIT`. */
  open(settings: Settings, log: Logger, wait?: number): Promise<Souk>;
  /**
   * Opens the platform of the environment's settings for the length of a command. A database that is away fails it at once,
   * unless it is one of those that go on (`waits`). Without a shop the command fails and writes nothing, unless it is one of those
   * that make a shop (`installs`).
   */
  withSouk<T>(work: (souk: Souk) => Promise<T>, options?: OpeningOptions): Promise<T>;
}

interface OpeningOptions {
  readonly waits?: boolean;
  readonly installs?: boolean;
}

/** What commands are added to the program with. */
export function programHost(program: Command, modules: readonly ModuleManifest[], env: NodeJS.ProcessEnv): ProgramHost {
  const open: ProgramHost['open'] = (settings, log, wait = settings.startWait) =>
    withDatabase(settings, log, wait, () => openSouk(settings, log, modules));
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
    env,
    open,
    withSouk,
    withCall: (work) => withSouk((souk) => work(souk.systemCall())),
    withPlatform: (work) => withSouk((souk) => work(souk.platform)),
    print: (line) => console.log(line),
    list,
  };
}

/** Writes a line for each of `lines`. A person is told that there is none; programs see nothing on standard output. */
function list(lines: readonly string[], none: string): void {
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.error(none);
}
