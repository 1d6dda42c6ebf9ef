import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The admin user of every test's database. */
const admin = { SOUK_ADMIN_USER: 'admin', SOUK_ADMIN_PASSWORD: 'Admin123!' };

/**
 * Builds the server once for the whole run, and installs one database that those of the tests are copies of; the tests start
 * the server as a process of its own, as a user would.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = `${root}dist/test-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const entry = `${folder}/souk.mjs`;
  execFileSync(process.execPath, [`${root}scripts/build.mjs`, entry], { stdio: 'inherit' });
  process.env.SOUK_TEST_ENTRY = entry;
  process.env.NODE_COMPILE_CACHE = `${folder}/compiled`;
  const install = (url: string): void => {
    const env = { ...process.env, ...admin, SOUK_VAR: folder, DATABASE_URL: url, SOUK_LOG: 'warn' };
    execFileSync(process.execPath, [entry, 'setup'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const server = process.env.TEST_DATABASE_URL;
  const template = server ? `souk_template_${process.pid}` : `${folder}/template.db`;
  process.env.SOUK_TEST_TEMPLATE = template;
  if (server) {
    await onServer(server, `create database ${template}`);
    const url = new URL(server);
    url.pathname = `/${template}`;
    install(url.href);
  } else install(`sqlite:${template}`);
  return async () => {
    if (server) await onServer(server, `drop database if exists ${template} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
