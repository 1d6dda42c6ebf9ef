import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './client.ts';
import { freePort } from './proxy.ts';

/** A RabbitMQ server of a test's own, that may be killed. */
export interface RabbitServer {
  readonly url: string;
  start(): Promise<void>;
  /** Kills its process; with `forget`, everything it has stored is gone as well. */
  kill(options?: { forget?: boolean }): Promise<void>;
  remove(): Promise<void>;
}

const program = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** Whether a server can be started here. */
export const canStartRabbit = existsSync(program);

export async function createRabbitServer(): Promise<RabbitServer> {
  const home = mkdtempSync(join(tmpdir(), 'souk-rabbitmq-'));
  const port = await freePort();
  writeFileSync(join(home, 'rabbitmq.conf'), `listeners.tcp.1 = 127.0.0.1:${port}\nloopback_users = none\n`);
  writeFileSync(join(home, 'plugins'), '[].');
  writeFileSync(join(home, 'none'), '');
  const env = {
    ...process.env,
    HOME: home,
    RABBITMQ_CONF_ENV_FILE: join(home, 'none'),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'plugins'),
    RABBITMQ_NODENAME: `souk-test-${port}@localhost`,
    RABBITMQ_DIST_PORT: String(await freePort()),
    RABBITMQ_MNESIA_BASE: join(home, 'data'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    ERL_EPMD_ADDRESS: '127.0.0.1',
  };
  let child: ChildProcess | undefined;
  /** The script and the virtual machine that it starts are one group. */
  const killGroup = (): void => {
    if (child && child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
  };
  process.once('exit', killGroup);
  const kill = async ({ forget = false } = {}): Promise<void> => {
    killGroup();
    await until(async () => !(await answers(port)));
    child = undefined;
    if (forget) rmSync(join(home, 'data'), { recursive: true, force: true });
  };
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    async start() {
      child = spawn(program, { env, detached: true, stdio: 'ignore' });
      await until(() => answers(port));
    },
    kill,
    async remove() {
      await kill();
      process.off('exit', killGroup);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
