import { once } from 'node:events';
import type { Command } from 'commander';
import { ensureFirstAdmin } from '../access/users.ts';
import { seedDemo } from '../demo/seed.ts';
import type { Settings } from '../kernel/platform.ts';
import { startServer } from '../server.ts';
import { readSettings } from '../settings.ts';
import { openSouk, type Souk } from '../souk.ts';
import { createLog, withSouk } from './platform.ts';
import { startProgress } from './progress.ts';

/** `serve` and `setup`. */
export function registerServeCommands(program: Command): void {
  program
    .command('serve')
    .description('serve the platform; installs the database on first start')
    .option('--demo', 'fill in the demo catalogue')
    .option('--no-consumer', 'leave accepted operations to other processes')
    .action(serve);
  program
    .command('setup')
    .description('install or upgrade the database and end')
    .option('--demo', 'fill in the demo catalogue')
    .action((options: { demo?: boolean }) =>
      withSouk(async (souk) => {
        const { settings } = souk.platform;
        const generated = await ensureFirstAdmin(souk.systemCall(), settings.adminUser, settings.adminPassword);
        if (options.demo) await seed(souk);
        console.log('The database is up to date.');
        if (generated) console.log(`Admin user: ${settings.adminUser}, password: ${generated}`);
      }),
    );
}

async function serve(options: { demo?: boolean; consumer: boolean }): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  const souk = await openSouk(settings, log);
  const generated = await ensureFirstAdmin(souk.systemCall(), settings.adminUser, settings.adminPassword);
  if (options.demo) await seed(souk);
  const server = await startServer(souk, { consumer: options.consumer });
  greet(server.address, settings, generated);
  // A second signal ends at once.
  const controller = new AbortController();
  await Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(process, name, { signal: controller.signal })));
  controller.abort();
  log.info('stopping');
  await server.stop();
  await souk.close();
}

/** What a person needs to make the first call. */
function greet(address: string, settings: Settings, generated: string | undefined): void {
  const password = generated ?? settings.adminPassword;
  const body = JSON.stringify({ username: settings.adminUser, password: password ?? '<password>' });
  console.log(`Souk serves ${address}/rest/V1 (${settings.edition} edition, release ${settings.release})`);
  console.log(`Admin user: ${settings.adminUser}${generated ? `, password: ${generated} (shown only now)` : ''}`);
  console.log(`Reference: ${address}/swagger`);
  console.log('Try:');
  console.log(
    `  curl -s ${address}/rest/V1/store/websites -H "Authorization: Bearer $(curl -s ${address}/rest/V1/integration/admin/token -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}' | tr -d '"')"`,
  );
}

async function seed(souk: Souk): Promise<void> {
  let progress: ReturnType<typeof startProgress> | undefined;
  const made = await seedDemo(souk.platform, (count, total) => {
    progress ??= startProgress('Making demo products', total);
    progress.advance(count);
  });
  const message =
    made.products > 0
      ? `Demo catalogue: ${made.products} products in ${made.categories} categories`
      : 'Demo catalogue: there already';
  if (progress) progress.stop(message);
  else console.log(message);
}
