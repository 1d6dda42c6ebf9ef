import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from './client.ts';
import { freePort } from './proxy.ts';

/** PgBouncer before a PostgreSQL server, in transaction mode. */
export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

const program = '/usr/sbin/pgbouncer';

/** Whether PgBouncer can be started here. */
export const canStartPooler = existsSync(program);

/** Starts PgBouncer with `connections` to the server of `url`, and otherwise as it comes. */
export async function startPooler(url: string, connections: number): Promise<Pooler> {
  const home = mkdtempSync(join(tmpdir(), 'souk-pgbouncer-'));
  // It refuses to run as root, and reads this as whom it becomes.
  chmodSync(home, 0o755);
  const port = await freePort();
  const { hostname, port: target, username } = new URL(url);
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${target} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  const user = process.getuid!() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(program, ['-q', ...user, file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const address = new URL(url);
  address.port = String(port);
  await until(async () => {
    const client = new Client({ connectionString: address.href });
    client.on('error', () => {});
    return await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return {
    url: address.href,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
