import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { connect, type ConfirmChannel, type GetMessage } from 'amqplib';

const run = promisify(execFile);

/** The RabbitMQ server of the tests; undefined: what needs one is skipped. */
export const amqpServer = process.env['TEST_AMQP_URL'];

/** A virtual host of its own on the RabbitMQ server, as each installation has one. */
export interface VirtualHost {
  readonly name: string;
  readonly url: string;
  /** Runs `rabbitmqctl` on it. */
  control(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a virtual host; needs `rabbitmqctl` and the right to use it, as root has. */
export async function createVirtualHost(): Promise<VirtualHost> {
  const url = new URL(amqpServer!);
  const name = `souk-test-${randomBytes(6).toString('hex')}`;
  url.pathname = `/${name}`;
  await rabbitmqctl('add_vhost', name);
  await rabbitmqctl('set_permissions', '-p', name, decodeURIComponent(url.username) || 'guest', '.*', '.*', '.*');
  return {
    name,
    url: url.href,
    control: (command, ...args) => rabbitmqctl(command, '-p', name, ...args),
    remove: async () => void (await rabbitmqctl('delete_vhost', name)),
  };
}

/** Runs `rabbitmqctl`; gives what it prints. */
export async function rabbitmqctl(...args: string[]): Promise<string> {
  const { stdout } = await run('rabbitmqctl', ['--quiet', ...args]);
  return stdout;
}

/** Runs `work` on a channel of its own. */
export async function onChannel<T>(url: string, work: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
  const connection = await connect(url);
  try {
    const channel = await connection.createConfirmChannel();
    return await work(channel);
  } finally {
    await connection.close();
  }
}

/** Takes every message out of a queue that nobody listens to. */
export function drain(url: string, queue: string): Promise<GetMessage[]> {
  return onChannel(url, async (channel) => {
    const messages: GetMessage[] = [];
    for (;;) {
      const message = await channel.get(queue, { noAck: true });
      if (!message) return messages;
      messages.push(message);
    }
  });
}

/** Puts messages into a queue. */
export function send(url: string, queue: string, contents: readonly Buffer[]): Promise<void> {
  return onChannel(url, async (channel) => {
    for (const content of contents) channel.sendToQueue(queue, content, { persistent: true });
    await channel.waitForConfirms();
  });
}
