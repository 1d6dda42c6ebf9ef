import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../storage/databases.ts';
import { Client, ok } from '../support/client.ts';
import { hasProgram } from '../support/programs.ts';
import { freePort, startProxy } from '../support/proxy.ts';

let folder: string;
const children: ChildProcess[] = [];
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'souk-start-'));
});
afterEach(async () => {
  await endAll();
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const entry = (): string => process.env.SOUK_TEST_ENTRY!;
const environment = (more: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  PORT: '0',
  SOUK_VAR: folder,
  ...more,
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `souk <args>` to its end. */
function run(args: string[], more: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [entry(), ...args], { env: environment(more) }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** Starts `souk <args>`; `seen(pattern)` resolves with all that was printed once the pattern matches. */
function start(args: string[], more: Record<string, string> = {}): { seen(pattern: RegExp): Promise<string> } {
  const child = spawn(process.execPath, [entry(), ...args], { env: environment(more) });
  children.push(child);
  let text = '';
  let look = (): void => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      text += data.toString();
      look();
    });
  }
  return {
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${text}`)));
        look = () => pattern.test(text) && resolve(text);
        look();
      }),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function endAll(): Promise<void> {
  await Promise.all(children.splice(0).map(end));
}

/** A port that `answer` serves. */
async function listenTo(answer: Parameters<typeof createServer>[1], port = 0): Promise<number> {
  const server = createServer(answer).listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const generated = /password: (\S+) \(shown only now\)/;

describe('a start that fails', () => {
  test.each([[['serve']], [['serve', '--workers', '2']]])(
    'since the port is taken names PORT and loses no password: %j',
    async (args) => {
      const port = await listenTo(() => {});
      const failed = await run(args, { PORT: String(port) });
      expect(failed.code).toBe(1);
      expect(failed.stderr).toBe(
        `souk: port ${port} of 127.0.0.1 is in use by another program: set PORT to another port, or to 0 for any free port\n`,
      );
      const text = await start(args).seen(/curl /);
      expect(failed.stdout + text).toMatch(generated);
    },
  );

  test('after the password was made has shown it', async () => {
    // A media folder that cannot be made stops the server, not the installation.
    writeFileSync(join(folder, 'media'), '');
    const failed = await run(['serve']);
    expect(failed.code).toBe(1);
    const password = generated.exec(failed.stdout)?.[1];
    rmSync(join(folder, 'media'));
    const text = await start(['serve']).seen(/curl /);
    const guest = new Client(/http:\/\/127\.0\.0\.1:\d+/.exec(text)![0]);
    ok(await guest.post('/V1/integration/admin/token', { username: 'admin', password }));
  });

  test('since the address is not this machine names HOST', async () => {
    const { code, stderr } = await run(['serve'], { HOST: '203.0.113.7' });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^souk: the server cannot listen on 203\.0\.113\.7 .*: set HOST to an address of this machine\n$/,
    );
  });

  test.each([[['serve']], [['setup']], [['config:show']]])(
    'since nothing can be written names SOUK_VAR: %j',
    async (args) => {
      const { code, stderr } = await run(args, { SOUK_VAR: '/dev/null/souk' });
      expect(code).toBe(1);
      expect(stderr).toBe(
        'souk: the data folder /dev/null/souk is not writable (ENOTDIR): make it writable, or set SOUK_VAR to another folder\n',
      );
    },
  );

  test('since the database file cannot be written names DATABASE_URL', async () => {
    const { code, stderr } = await run(['setup'], { DATABASE_URL: 'sqlite:/dev/null/souk.db' });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'souk: the database cannot be used, /dev/null/souk.db cannot be written (EEXIST): fix it, or change DATABASE_URL\n',
    );
  });

  test.each([
    ['SOUK_LOG', 'loud', 'SOUK_LOG is "loud": use fatal, error, warn, info, debug, trace or silent'],
    ['SOUK_CONTROL', 'yes', 'SOUK_CONTROL is "yes": use 0 or 1'],
    ['SOUK_EDITION', 'free', 'SOUK_EDITION is "free": use commercial or open'],
    ['SMTP_URL', 'mail.example', 'SMTP_URL has to start with smtp:// or smtps://'],
    ['SOUK_BASE_URL', 'shop.example', 'SOUK_BASE_URL has to start with http:// or https://'],
    ['SOUK_START_WAIT', '-1', 'SOUK_START_WAIT is "-1": use a whole number from 0 to 86400'],
  ])('since %s is %s says what to use', async (name, value, message) => {
    expect(await run(['serve'], { [name]: value })).toEqual({ code: 1, stdout: '', stderr: `souk: ${message}\n` });
  });

  test('since the given password is too weak names the setting, not the password', async () => {
    const { code, stdout, stderr } = await run(['serve'], { SOUK_ADMIN_PASSWORD: 'onlyletters' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^souk: the first admin user cannot be created: .* SOUK_ADMIN_PASSWORD\.\n$/);
    expect(stdout + stderr).not.toContain('onlyletters');
  });
});

describe('a database that is away', () => {
  const secret = 'database-secret-1';
  const url = (port: number): string => `postgres://souk:${secret}@127.0.0.1:${port}/shop`;

  test.each([[['setup']], [['config:show']], [['queue:status']]])('fails a command at once: %j', async (args) => {
    const port = await freePort();
    const { code, stdout, stderr } = await run(args, { DATABASE_URL: url(port) });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `souk: the database cannot be used, 127.0.0.1:${port}/shop refuses the connection: fix it, or change DATABASE_URL\n`,
    });
  });

  test('and takes connections without a word fails a command as well', async () => {
    const port = await listenTo(() => {});
    const { code, stderr } = await run(['config:show'], { DATABASE_URL: url(port) });
    expect(code).toBe(1);
    expect(stderr).toContain('127.0.0.1');
    expect(stderr).toContain('does not answer: fix it, or change DATABASE_URL');
    expect(stderr).not.toContain(secret);
  });

  test('is waited for by a server as long as is set, with a line in the log', async () => {
    const port = await freePort();
    const { code, stdout, stderr } = await run(['serve'], { DATABASE_URL: url(port), SOUK_START_WAIT: '1' });
    const [waiting, ...end] = stderr.trimEnd().split('\n');
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(JSON.parse(waiting!)).toMatchObject({ level: 40, msg: expect.stringContaining('waiting 1 s at most') });
    expect(end).toEqual([expect.stringContaining('refuses the connection: fix it, or change DATABASE_URL')]);
    expect(stderr).not.toContain(secret);
  });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('on PostgreSQL', () => {
  let database: TestDatabase;
  afterEach(async () => {
    // This hook comes before that of the file. Without their database, processes would wait for answers while they stop.
    await endAll();
    await database?.remove();
  });

  test('a server and a consumer that start before the database serve when it is there', async () => {
    database = await createDatabase('postgres');
    const real = new URL(database.url);
    const through = new URL(database.url);
    const port = await freePort();
    through.hostname = '127.0.0.1';
    through.port = String(port);
    const more = { DATABASE_URL: through.href, SOUK_ADMIN_PASSWORD: 'Admin123!' };
    const server = start(['serve', '--no-consumer'], more);
    const consumer = start(['queue:consumers:start', 'async.operations.all'], more);
    await Promise.all([server.seen(/waiting 60 s at most/), consumer.seen(/waiting 60 s at most/)]);
    await listenTo((socket) => {
      const there = connect(Number(real.port) || 5432, real.hostname);
      for (const one of [socket, there]) one.on('error', () => {});
      // A reset ends the other side, too, which pipes do not do.
      socket.on('close', () => there.destroy());
      there.on('close', () => socket.destroy());
      socket.pipe(there).pipe(socket);
    }, port);
    const [text] = await Promise.all([server.seen(/curl /), consumer.seen(/is running/)]);
    const guest = new Client(/http:\/\/127\.0\.0\.1:\d+/.exec(text)![0]);
    ok(await guest.post('/V1/integration/admin/token', { username: 'admin', password: 'Admin123!' }));
  });

  test('a connection that is lost at any step of the start does not end the process', async () => {
    database = await createDatabase('postgres');
    const proxy = await startProxy(database.url, 5432);
    // Statements of the steps: the connection, the tables, the settings in memory, the first admin user.
    const steps = [
      'fold',
      'schema_migration',
      'create table',
      'cache_version',
      'core_config_data',
      'from "admin_user"',
    ];
    const reached = new Set<string>();
    proxy.inspect = (data) => {
      const step = steps.find((text) => !reached.has(text) && data.includes(text));
      if (step === undefined) return 'pass';
      reached.add(step);
      return 'cut before';
    };
    const more = { DATABASE_URL: proxy.url, SOUK_ADMIN_PASSWORD: 'Admin123!', SOUK_START_WAIT: '600' };
    const text = await start(['serve', '--no-consumer'], more).seen(/curl /);
    expect([...reached].sort()).toEqual([...steps].sort());
    expect(text).toContain('the database failed during the start');
    const guest = new Client(/http:\/\/127\.0\.0\.1:\d+/.exec(text)![0]);
    ok(await guest.post('/V1/integration/admin/token', { username: 'admin', password: 'Admin123!' }));
    await endAll();
    await proxy.close();
  });

  test('and ends it where the wait for a database is over', async () => {
    database = await createDatabase('postgres');
    const proxy = await startProxy(database.url, 5432);
    proxy.inspect = (data) => (data.includes('schema_migration') ? 'cut before' : 'pass');
    const { code, stderr } = await run(['serve'], { DATABASE_URL: proxy.url, SOUK_START_WAIT: '1' });
    await proxy.close();
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^souk: Connection terminated/);
  });

  test('a database that does not exist is told at once, also to a server', async () => {
    database = await createDatabase('postgres');
    const wrong = new URL(database.url);
    wrong.pathname = '/souk_nowhere';
    const { code, stdout, stderr } = await run(['serve'], { DATABASE_URL: wrong.href });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('"souk_nowhere" does not exist": fix it, or change DATABASE_URL');
  });
});

describe('the welcome', () => {
  test.skipIf(!hasProgram('curl'))('shows a password that was made and never one that was given', async () => {
    expect(await start(['serve']).seen(/curl .*\n/)).toMatch(generated);
    const password = 'GivenByMe1!';
    const text = await start(['serve'], { SOUK_VAR: join(folder, 'other'), SOUK_ADMIN_PASSWORD: password }).seen(
      /curl .*\n/,
    );
    expect(text).not.toContain(password);
    // The output of a service goes into logs.
    expect(text).toMatch(/^Console: +http:\S+\/console \(souk console prints a sign-in link\)$/m);
    const line = /curl .*/.exec(text)![0];
    const answer = execFileSync('sh', ['-c', line], {
      encoding: 'utf8',
      env: { ...process.env, SOUK_ADMIN_PASSWORD: password },
    });
    expect(JSON.parse(answer)).toHaveLength(2);
  });

  test.skipIf(!hasProgram('script'))(
    'is all that a person sees on a terminal, and programs read the log as JSON',
    async () => {
      const command = `"${process.execPath}" "${entry()}" serve`;
      const terminal = spawn('script', ['-qefc', command, '/dev/null'], { env: environment({}) });
      children.push(terminal);
      let shown = '';
      terminal.stdout.on('data', (data: Buffer) => (shown += data.toString()));
      while (!/curl [^\n]*\n/.test(shown)) await once(terminal.stdout, 'data');
      const lines = shown.trimEnd().split(/\r?\n/);
      expect(lines[0]).toMatch(/^Admin user: admin, password: \S+ \(shown only now\)$/);
      expect(lines[1]).toMatch(/^Souk serves http:/);
      const link = /^Console: +(http:\S+)\/console#link=(\w+) \(signs you in/.exec(lines[2]!)!;
      const session = await fetch(`${link[1]}/_/console/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: link[2] }),
      });
      expect(session.status).toBe(200);
      expect(lines[3]).toMatch(/^GraphQL: +http:\S+\/graphql$/);
      expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
      expect(await start(['serve'], { SOUK_VAR: join(folder, 'other') }).seen(/curl .*\n/)).toMatch(/^\{"level":30,/m);
    },
  );

  test.skipIf(!hasProgram('script'))('on a terminal, warnings are sentences', async () => {
    const port = await freePort();
    const command = `"${process.execPath}" "${entry()}" serve`;
    const env = environment({ DATABASE_URL: `postgres://souk:x@127.0.0.1:${port}/shop`, SOUK_START_WAIT: '1' });
    const shown = await new Promise<string>((resolve) => {
      execFile('script', ['-qefc', command, '/dev/null'], { env }, (_, stdout) => resolve(stdout));
    });
    expect(shown).toMatch(/^\d\d:\d\d:\d\d warning: waiting 1 s at most for the database, 127\.0\.0\.1:/);
    expect(shown).toContain('souk: the database cannot be used');
  });
});

test('what npm has started ends with the shell that npm started it in', async () => {
  const program = 'console.log(process.pid); setInterval(() => {}, 1000)';
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/pinned-node.mjs -e "${program}"; exit`]);
  children.push(shell);
  const [first] = (await once(shell.stdout, 'data')) as [Buffer];
  const pid = Number(first.toString());
  expect(isAlive(pid)).toBe(true);
  shell.kill('SIGTERM');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
