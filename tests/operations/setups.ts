import { brokerOf } from '../../src/platform/operation-queue/brokers.ts';
import { amqpServer, createVirtualHost } from '../support/rabbitmq.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { openPlatform, type TestPlatform } from './platform.ts';

/** What an installation stands on. */
export interface Setup {
  readonly engine: TestDatabase['kind'];
  readonly broker: 'database' | 'RabbitMQ';
}

/** Every database with every broker that the environment offers. */
export const setups: readonly Setup[] = engines.flatMap((engine) =>
  (amqpServer ? (['database', 'RabbitMQ'] as const) : (['database'] as const)).map((broker) => ({ engine, broker })),
);

/** An installation for tests, that any number of platforms (processes, as it were) share. */
export interface Installation {
  readonly databaseUrl: string;
  readonly amqpUrl: string | undefined;
  /** Opens it as one more process would; its broker is started. */
  open(more?: Parameters<typeof openPlatform>[1]): Promise<TestPlatform>;
  remove(): Promise<void>;
}

export async function install({ engine, broker }: Setup): Promise<Installation> {
  const database = await createDatabase(engine);
  const host = broker === 'RabbitMQ' ? await createVirtualHost() : undefined;
  const opened: TestPlatform[] = [];
  return {
    databaseUrl: database.url,
    amqpUrl: host?.url,
    async open(more) {
      const platform = await openPlatform(await database.open(), { amqpUrl: host?.url, ...more });
      await brokerOf(platform).start();
      opened.push(platform);
      return platform;
    },
    async remove() {
      for (const platform of opened) await brokerOf(platform).close();
      await database.remove();
      await host?.remove();
    },
  };
}
