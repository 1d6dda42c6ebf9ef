import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from './client.ts';
import { freePort } from './proxy.ts';

/** A PostgreSQL server of a test's own, that may be killed. */
export interface PostgresServer {
  readonly url: string;
  /** Port it listens on at 127.0.0.1. */
  readonly port: number;
  start(): Promise<void>;
  /** Kills every process of it, as when the machine loses power. */
  kill(): void;
  /** Makes a replica take over as primary. */
  promote(): Promise<void>;
  remove(): void;
}

const root = '/usr/lib/postgresql';
const folder = existsSync(root)
  ? readdirSync(root)
      .sort((a, b) => Number(a) - Number(b))
      .map((version) => join(root, version, 'bin'))
      .findLast((bin) => existsSync(join(bin, 'initdb')))
  : undefined;

/** Whether a server can be started here. */
export const canStartPostgres = folder !== undefined;

/** Sets up a server: a primary, or one that replays the log of `primary`, which has to run. `settings`: of its configuration file. */
export async function createPostgresServer({
  primary,
  settings = {},
}: { primary?: PostgresServer; settings?: Readonly<Record<string, string>> } = {}): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), 'souk-postgres-'));
  const data = join(home, 'data');
  const port = await freePort();
  // The server refuses to run as root.
  if (process.getuid!() === 0) chownSync(home, idOf('-u'), idOf('-g'));
  if (primary)
    await run(
      'pg_basebackup',
      `-D ${data} -d ${primary.url}?application_name=standby${port} -R -X stream -c fast --no-sync`,
    );
  else await run('initdb', `-D ${data} -A trust -U souk --no-sync -E UTF8 --locale=C`);
  for (const [name, value] of Object.entries(settings)) {
    appendFileSync(join(data, 'postgresql.conf'), `${name} = '${value}'\n`);
  }
  const kill = (): void => killFamily(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]));
  const remove = (): void => {
    process.off('exit', remove);
    try {
      kill();
    } catch {
      // It does not run.
    }
    // Those that were killed may write until they are gone.
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('exit', remove);
  return {
    url: `postgres://souk@127.0.0.1:${port}/postgres`,
    // Refused for as long as processes of the one that was killed are there.
    start: async () =>
      void (await until(() =>
        run('pg_ctl', `-D ${data} -w -t 30 -l ${home}/log -o '-p ${port} -k ${home} -h 127.0.0.1' start`).then(
          () => true,
          () => false,
        ),
      )),
    port,
    kill,
    promote: () => run('pg_ctl', `-D ${data} -w promote`),
    remove,
  };
}

function idOf(option: string): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
}

/** Kills a server: its first process, then those that it has started. */
function killFamily(pid: number): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  process.kill(pid, 'SIGKILL');
  for (const child of children) {
    try {
      process.kill(Number(child), 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

async function run(program: string, args: string): Promise<void> {
  const command = `${join(folder!, program)} ${args} >/dev/null 2>&1`;
  const [shell, options] =
    process.getuid!() === 0 ? ['su', ['postgres', '-s', '/bin/sh', '-c', command]] : ['sh', ['-c', command]];
  await promisify(execFile)(shell, options, { cwd: '/' });
}
