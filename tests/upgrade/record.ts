// Records the database of a release, for the tests of upgrades: `node tests/upgrade/record.ts <version> <souk.mjs of that version>`
// with TEST_DATABASE_URL. It has to run once for each release, with the program of that release.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { Client as PostgresClient } from 'pg';
import { foldText } from '../../src/kernel/fold.ts';
import { Client } from '../support/client.ts';
import { releaseSettings, readBack } from './releases.ts';
import { fillShop, type Made } from './shop-data.ts';

const [version, program] = process.argv.slice(2);
const server = process.env.TEST_DATABASE_URL;
if (!version || !program || !server) throw new Error('give a version, its program and TEST_DATABASE_URL');
const target = join(import.meta.dirname, version);
mkdirSync(target, { recursive: true });

/** Fills a database with the program of the release; gives what was made and how it reads. */
async function record(databaseUrl: string): Promise<{ made: Made; answers: Record<string, unknown> }> {
  const folder = mkdtempSync(join(tmpdir(), 'souk-record-'));
  const env = { ...process.env, ...releaseSettings, PORT: '0', SOUK_VAR: folder, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [program!, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const base = await new Promise<string>((resolve, reject) => {
      void ended.then(() => reject(new Error('it does not start')));
      child.stdout.on('data', (data: Buffer) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(data.toString())?.[0];
        if (found) resolve(found);
      });
    });
    const guest = new Client(base);
    const credentials = { username: 'admin', password: releaseSettings.SOUK_ADMIN_PASSWORD };
    const admin = guest.as((await guest.post('/V1/integration/admin/token', credentials)).body);
    const waitFor = async (uuid: string): Promise<void> => {
      while ((await admin.get(`/V1/bulk/${uuid}/operation-status/4`)).body !== 0) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const made = await fillShop(admin, guest, waitFor);
    return { made, answers: await readBack(admin, guest, made) };
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  }
}

/** Text that a driver runs as it is: without the lines that only psql understands. */
function plainDump(url: string): string {
  const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--rows-per-insert=200', url], {
    maxBuffer: 2 ** 28,
  });
  return dump
    .toString()
    .split('\n')
    .filter((line) => !line.startsWith('\\') && !line.startsWith('--') && !/^SET \w+_timeout/.test(line))
    .join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'souk-recorded-'));
const file = join(folder, 'souk.db');
const onSqlite = await record(`sqlite:${file}`);
const database = new Sqlite(file);
// Functions of indexes: of 0.1.0, and of the releases since.
database.function('fold', { deterministic: true }, (text: unknown) => String(text).toLowerCase());
database.function('fold_text', { deterministic: true }, (text: unknown) =>
  text === null ? null : foldText(String(text)),
);
database.exec(`vacuum into '${join(folder, 'whole.db')}'`);
database.close();
writeFileSync(join(target, 'sqlite.db.gz'), gzipSync(readFileSync(join(folder, 'whole.db')), { level: 9 }));
writeFileSync(join(target, 'sqlite.json.gz'), gzipSync(JSON.stringify(onSqlite), { level: 9 }));
rmSync(folder, { recursive: true });

const client = new PostgresClient({ connectionString: server });
await client.connect();
const name = `souk_record_${process.pid}`;
await client.query(`create database ${name}`);
try {
  const url = new URL(server);
  url.pathname = `/${name}`;
  const onPostgres = await record(url.href);
  writeFileSync(join(target, 'postgres.sql.gz'), gzipSync(plainDump(url.href), { level: 9 }));
  writeFileSync(join(target, 'postgres.json.gz'), gzipSync(JSON.stringify(onPostgres), { level: 9 }));
} finally {
  await client.query(`drop database ${name} with (force)`);
  await client.end();
}
