import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';
import type { Logger } from 'pino';
import { ensureFirstAdmin } from '../../platform/access/users.ts';
import { noteServerAddress } from '../../faces/console-server/server-address.ts';
import { seedDemo } from '../../faces/demo/seed.ts';
import { PlatformError } from '../../kernel/errors.ts';
import type { Settings } from '../../kernel/platform.ts';
import { surviveModuleFaults } from '../added-modules/faults.ts';
import { startConsumer } from '../processes/consumer.ts';
import { tellReady, untilStopMessage } from '../processes/member.ts';
import { clusterPeers } from '../processes/peers.ts';
import { lonePeers } from '../processes/peers.ts';
import { roleOfThisProcess, startProcesses } from '../processes/primary.ts';
import { startServer } from '../server.ts';
import { readSettings } from '../environment/settings.ts';
import type { Souk } from '../souk.ts';
import { isVendorModule, tablePrefixOf } from '../../kernel/vendor.ts';
import { isRetriable } from '../../storage/errors.ts';
import { removedModules } from '../../storage/migrate.ts';
import type { ProgramHost } from './host.ts';
import { prepareGreeting, printGreeting } from './greeting.ts';
import { createLog } from './log.ts';
import { startProgress } from './progress.ts';
import { endLate, graceAfter, untilSignal } from './signals.ts';
import { requireAddress, requireFolder, requireMarketplaceAddresses, withDatabase } from './start-checks.ts';

/** `serve` and `setup`. */
export function registerServeCommands(host: ProgramHost): void {
  const { program, withSouk } = host;
  program
    .command('serve')
    .description('start the server; installs the database on first start')
    .option('--demo', 'create demo products, customers and orders')
    .option('--workers <number>', 'number of web processes; "auto": one per core', processCount, 1)
    .option('--consumers <number>', 'number of consumer processes, with several web processes', processCount, 1)
    .option('--no-consumer', 'do not execute accepted operations')
    .action((options: ServeOptions) => serve(host, options));
  program
    .command('setup')
    .description('install or upgrade the database, then exit')
    .option('--demo', 'create demo products, customers and orders')
    .action((options: { demo?: boolean }) =>
      withSouk(
        async (souk) => {
          await prepare(souk, options);
          console.log('The database is up to date.');
        },
        { installs: true },
      ),
    );
}

interface ServeOptions {
  demo?: boolean;
  consumer: boolean;
  workers: number;
  consumers: number;
}

async function serve(host: ProgramHost, options: ServeOptions): Promise<void> {
  const settings = readSettings(host.env);
  const log = createLog(settings.logLevel);
  if (host.modules.some(({ name }) => isVendorModule(name))) surviveModuleFaults(log);
  const role = roleOfThisProcess();
  if (role === 'web') await serveRequests(await host.open(settings, log));
  else if (role === 'consumer') await serveOperations(await host.open(settings, log));
  else {
    requireFolder(settings);
    await requireAddress(settings);
    await requireMarketplaceAddresses(settings);
    await (options.workers > 1 ? serveWithOthers : serveAlone)(host, settings, log, options);
  }
}

async function serveAlone(host: ProgramHost, settings: Settings, log: Logger, options: ServeOptions): Promise<void> {
  const souk = await host.open(settings, log);
  const greeting = await prepareGreeting(souk, await prepare(souk, options));
  const stopSignal = untilSignal(log);
  const server = await startServer(souk, { consumer: options.consumer, peers: lonePeers() });
  const forgetAddress = noteServerAddress(settings, server.address);
  printGreeting(server.address, settings, greeting);
  const grace = graceAfter(await stopSignal, settings.shutdownGrace);
  endLate(log, grace);
  await server.stop(grace);
  forgetAddress();
  await souk.close();
}

/** Starts web processes and consumers, and supervises them. */
async function serveWithOthers(
  host: ProgramHost,
  settings: Settings,
  log: Logger,
  options: ServeOptions,
): Promise<void> {
  // Before the processes start, so that only one installs the database.
  const souk = await host.open(settings, log);
  const greeting = await prepareGreeting(souk, await prepare(souk, options));
  await souk.close();
  const counts = { web: options.workers, consumer: options.consumer ? options.consumers : 0 };
  const stopSignal = untilSignal(log);
  const processes = await startProcesses(counts, log, settings.shutdownGrace * 1000);
  const forgetAddress = noteServerAddress(settings, processes.address);
  printGreeting(processes.address, settings, greeting);
  await stopSignal;
  endLate(log, settings.shutdownGrace * 1000);
  await processes.stop();
  forgetAddress();
}

async function serveRequests(souk: Souk): Promise<void> {
  const stopMessage = untilStopMessage();
  const server = await startServer(souk, { consumer: false, peers: clusterPeers() });
  tellReady(server.address);
  await stopMessage;
  await server.stop(souk.platform.settings.shutdownGrace * 1000);
  await souk.close();
  if (process.connected) process.disconnect?.();
}

async function serveOperations(souk: Souk): Promise<void> {
  const stopMessage = untilStopMessage();
  const running = await startConsumer(souk, {}, clusterPeers());
  tellReady();
  await stopMessage;
  await running.stop();
  await souk.close();
  if (process.connected) process.disconnect?.();
}

/** Logs the modules that the shop no longer has, whose tables and settings stay. */
async function reportRemovedModules({ storage, modules, platform }: Souk): Promise<void> {
  for (const module of await removedModules(storage.reader, modules)) {
    platform.log.warn(
      { module, tables: `${tablePrefixOf(module)}*` },
      'the module is no longer in the configuration; its tables stay',
    );
  }
}

/**
 * Creates the first admin user, and the demo catalogue on request; returns the password if it was generated. It is
 * printed at once, so that an operator can sign in even if a later step fails.
 */
async function prepare(souk: Souk, { demo }: { demo?: boolean }): Promise<string | undefined> {
  const { settings, log } = souk.platform;
  const { adminUser, adminPassword, startWait } = settings;
  const password = await withDatabase(settings, log, startWait, () => makeFirstAdmin(souk, adminUser, adminPassword));
  if (password) console.log(`Admin user: ${adminUser}, password: ${password} (shown only now)`);
  await reportRemovedModules(souk);
  if (demo) await seed(souk);
  return password;
}

async function makeFirstAdmin(souk: Souk, user: string, password: string | undefined): Promise<string | undefined> {
  try {
    return await ensureFirstAdmin(souk.systemCall(), user, password);
  } catch (error) {
    if (!(error instanceof PlatformError) || isRetriable(error)) throw error;
    throw new Error(
      `the first admin user cannot be created: ${error.text} Set SOUK_ADMIN_USER and SOUK_ADMIN_PASSWORD.`,
      {
        cause: error,
      },
    );
  }
}

function processCount(text: string): number {
  if (text === 'auto') return availableParallelism();
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('use a whole number above 0, or "auto"');
  return count;
}

async function seed(souk: Souk): Promise<void> {
  let progress: ReturnType<typeof startProgress> | undefined;
  const seedCounts = await seedDemo(souk.platform, (count, total) => {
    progress ??= startProgress('Creating demo products', total);
    progress.advance(count);
  });
  const message =
    seedCounts.products > 0
      ? `Demo: ${seedCounts.products} products in ${seedCounts.categories} categories, ${seedCounts.customers} customers, ${seedCounts.orders} orders`
      : 'Demo: already installed';
  if (progress) progress.stop(message);
  else console.log(message);
}
