import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The admin user of every test's database. */
const admin = { SOUK_ADMIN_USER: 'admin', SOUK_ADMIN_PASSWORD: 'Admin123!' };

/**
 * Connections that a process of the tests takes at most: there are many of them, and a server as it is installed serves 100
 * connections.
 */
const PER_PROCESS = 6;
/** Seconds after which a database counts as away that does not answer: a busy machine is no such case. */
const ANSWERS_WITHIN = 30;
/** Connections of a whole run above which it fails, before a server refuses them. */
const MOST_CONNECTIONS = 80;
/** Milliseconds between two counts of them. */
const COUNTED_EVERY = 200;

/**
 * Builds the server once for the whole run, and installs one database of each engine that those of the tests are copies of; the
 * tests start the server on them, in their own process or as a process of its own.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = `${root}dist/test-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const entry = `${folder}/souk.mjs`;
  const parts = `${folder}/parts.mjs`;
  const main = `${root}src/program/cli/main.ts`;
  const exported = 'tests/support/parts.ts';
  if (process.env.NODE_V8_COVERAGE) {
    build('build.mjs', entry, main);
    copySources(folder, parts, exported);
  } else build('build.mjs', entry, main, parts, root + exported);
  shareSqlite(folder);
  process.env.SOUK_TEST_ENTRY = entry;
  process.env.SOUK_TEST_PARTS = parts;
  process.env.NODE_COMPILE_CACHE = `${folder}/compiled`;
  process.env.SOUK_DATABASE_CONNECTIONS = String(PER_PROCESS);
  process.env.SOUK_DATABASE_TIMEOUT = String(ANSWERS_WITHIN);
  const install = (url: string): void => {
    const env: NodeJS.ProcessEnv = { ...process.env, ...admin, SOUK_VAR: folder, DATABASE_URL: url, SOUK_LOG: 'warn' };
    delete env.NODE_V8_COVERAGE;
    execFileSync(process.execPath, [entry, 'setup'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  process.env.SOUK_TEST_SQLITE = `${folder}/template.db`;
  install(`sqlite:${process.env.SOUK_TEST_SQLITE}`);
  const server = process.env.TEST_DATABASE_URL;
  const postgres = server ? await preparePostgres(server, install) : undefined;
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await postgres?.end();
  };
}

/**
 * Gives the program the SQLite that tests use to read its databases in their process: closing a file in one copy of the library releases
 * the locks that another copy holds.
 */
function shareSqlite(folder: string): void {
  const library = 'better-sqlite3';
  rmSync(`${folder}/libraries/${library}`, { recursive: true });
  symlinkSync(`${root}node_modules/${library}`, `${folder}/libraries/${library}`);
}

function build(script: string, ...args: string[]): void {
  execFileSync(process.execPath, [`${root}scripts/${script}`, ...args], { stdio: 'inherit' });
}

/**
 * Copies the sources that run in the tests' own process, in place of a bundle: coverage of a source file needs no map. Programs that the
 * tests start are bundled all the same: a start from the sources takes seconds. The console is where the program looks for it.
 */
function copySources(folder: string, parts: string, exported: string): void {
  for (const path of ['src', 'packages/kit/src', 'packages/souk/package.json', exported]) {
    cpSync(root + path, `${folder}/${path}`, { recursive: true });
  }
  writeFileSync(parts, `export * from './${exported}';\n`);
  symlinkSync(`${folder}/console`, `${folder}/src/faces/console-server/console`);
}

/** Installs a template on a PostgreSQL server, and counts the connections of the run until its end. */
async function preparePostgres(server: string, install: (url: string) => void): Promise<{ end(): Promise<void> }> {
  const own = `souk_${process.pid}_`;
  const template = `${own}template`;
  process.env.SOUK_TEST_DATABASES = own;
  process.env.SOUK_TEST_POSTGRES = template;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${template}`);
  const url = new URL(server);
  url.pathname = `/${template}`;
  install(url.href);
  let most = 0;
  const timer = setInterval(async () => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where starts_with(datname, $1)',
      [own],
    );
    most = Math.max(most, rows[0]!.count);
  }, COUNTED_EVERY);
  return {
    end: async () => {
      clearInterval(timer);
      // Those of a file that failed half-way as well.
      const left = await client.query<{ datname: string }>(
        'select datname from pg_database where starts_with(datname, $1)',
        [own],
      );
      for (const { datname } of left.rows) await client.query(`drop database if exists ${datname} with (force)`);
      await client.end();
      console.log(`The tests had up to ${most} connections to PostgreSQL at once.`);
      if (most > MOST_CONNECTIONS)
        throw new Error(`that is more than the ${MOST_CONNECTIONS} that leave room on a server with 100`);
    },
  };
}
