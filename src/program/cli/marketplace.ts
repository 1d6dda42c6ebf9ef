import { setTimeout as sleep } from 'node:timers/promises';
import { createRequestLimiter } from '../../platform/limits/requests.ts';
import { servedEnvironments, startMarketplace } from '../../faces/marketplace/server.ts';
import type { Settings } from '../../kernel/platform.ts';
import { databaseFault } from '../server.ts';
import { readSettings } from '../environment/settings.ts';
import type { ProgramHost } from './host.ts';
import { createLog } from './log.ts';
import { endLate, graceAfter, untilSignal } from './signals.ts';
import { requireMarketplaceAddresses, requireShop } from './start-checks.ts';

/** `marketplace:serve`: the package-submission interface without the shop's. */
export function registerMarketplaceCommand(host: ProgramHost): void {
  host.program
    .command('marketplace:serve')
    .description('serve the package-submission interface without the shop')
    .action(() => serveAlone(host));
}

async function serveAlone(host: ProgramHost): Promise<void> {
  const settings = readSettings(host.env);
  const log = createLog(settings.logLevel);
  if (servedEnvironments(settings).length === 0) {
    throw new Error('no environment is enabled: set MARKETPLACE_SANDBOX_PORT or MARKETPLACE_PRODUCTION_PORT to a port');
  }
  await requireMarketplaceAddresses(settings);
  await requireShop(settings, log, settings.startWait);
  const souk = await host.open(settings, log);
  const stopSignal = untilSignal(log);
  let state: string | undefined;
  const { drain, close } = await startMarketplace(souk.platform, {
    limiter: createRequestLimiter(souk.platform.config),
    fault: async () => state ?? (await databaseFault(souk)),
  });
  greetMarketplace(settings);
  const grace = graceAfter(await stopSignal, settings.shutdownGrace);
  endLate(log, grace);
  state = 'The server is stopping.';
  drain.begin();
  await sleep(grace);
  await drain.stopListening();
  await drain.finish();
  await close();
  await souk.close();
}

/** Prints the addresses of the enabled environments. */
export function greetMarketplace(settings: Settings): void {
  for (const { environment, address } of servedEnvironments(settings)) {
    console.log(`Package submission, ${environment}: ${address}/rest/v1`);
  }
}
