import { once } from 'node:events';
import { InvalidArgumentError } from 'commander';
import type { CommandHost } from '../../kernel/commands.ts';
import { methodSettings } from '../payment/configuration.ts';
import { gatewaySettings } from './configuration.ts';
import { newGatewayKey, startDemoGateway } from './demo/gateway.ts';

/** `gateway:demo`: a payment gateway for tests of `payment/gateway`. */
export function gatewayCommands({ program, print }: CommandHost): void {
  program
    .command('gateway:demo')
    .description('run a demo payment gateway that moves no money')
    .option('--port <number>', 'TCP port to listen on', portNumber, 8090)
    .option('--secret <key>', 'secret key of the requests; default: a generated one')
    .action(async ({ port, secret = newGatewayKey() }: { port: number; secret?: string }) => {
      const gateway = await startDemoGateway({ port, secret });
      print(`The demo gateway listens on ${gateway.url}. Configure the platform to use it:`);
      print(`  souk config:set ${gatewaySettings.url.path} ${gateway.url}`);
      print(`  souk config:set ${gatewaySettings.secretKey.path} ${secret}`);
      print(`  souk config:set ${methodSettings.isActive.of('gateway').path} 1`);
      await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
      await gateway.stop();
    });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('use a port from 0 to 65535');
  return port;
}
