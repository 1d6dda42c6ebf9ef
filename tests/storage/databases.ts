import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Generated } from 'kysely';
import { Client } from 'pg';
import type { ModuleManifest } from '../../src/kernel/module.ts';
import { openStorage, type Storage, type StorageOptions } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { fold } from '../../src/storage/sql.ts';
import { serverFolder } from '../support/folders.ts';

/** A database of its own, on one of the two engines, that several processes (or `open` calls) may share. */
export interface TestDatabase {
  readonly kind: 'sqlite' | 'postgres';
  readonly url: string;
  open(options?: Partial<StorageOptions>): Promise<Storage>;
  /** Closes what was opened and removes the database. */
  remove(): Promise<void>;
}

const server = process.env['TEST_DATABASE_URL'];

/**
 * The engines that the tests run on: SQLite, and PostgreSQL when TEST_DATABASE_URL names a server; that alone with
 * TEST_ENGINES=postgres.
 */
export const engines: readonly TestDatabase['kind'][] = !server
  ? ['sqlite']
  : process.env['TEST_ENGINES'] === 'postgres'
    ? ['postgres']
    : ['sqlite', 'postgres'];

/** An empty database. */
export function createDatabase(kind: TestDatabase['kind']): Promise<TestDatabase> {
  return create(kind);
}

/** A database with the platform installed and the admin user of the tests: a copy of the one that the set-up has made. */
export function createInstalled(kind: TestDatabase['kind']): Promise<TestDatabase> {
  return create(kind, { sqlite: process.env['SOUK_TEST_SQLITE'], postgres: process.env['SOUK_TEST_POSTGRES'] }[kind]);
}

async function create(kind: TestDatabase['kind'], template?: string): Promise<TestDatabase> {
  const opened: Storage[] = [];
  const { url, drop } = kind === 'sqlite' ? sqliteFile(template) : await postgresDatabase(template);
  return {
    kind,
    url,
    async open(options) {
      const storage = await openStorage(url, { log: { warn: () => undefined }, ...options });
      opened.push(storage);
      return storage;
    },
    async remove() {
      for (const storage of opened) await storage.close();
      await drop();
    },
  };
}

function sqliteFile(template?: string): { url: string; drop: () => Promise<void> } {
  const folder = serverFolder('souk-storage-');
  const file = join(folder, 'souk.db');
  if (template) copyFileSync(template, file);
  return { url: `sqlite:${file}`, drop: async () => rmSync(folder, { recursive: true }) };
}

async function postgresDatabase(template?: string): Promise<{ url: string; drop: () => Promise<void> }> {
  // The set-up knows the databases of its run by the beginning of their names.
  const name = `${process.env['SOUK_TEST_DATABASES']}${randomUUID().replaceAll('-', '').slice(16)}`;
  await onServer(`create database ${name} template ${template ?? 'template1'}`);
  const url = new URL(server!);
  url.pathname = `/${name}`;
  const drop = (): Promise<void> => onServer(`drop database if exists ${name} with (force)`);
  // The server writes a checkpoint for it, which nobody has to wait for. What is left when a process ends goes with the run.
  const dropInBackground = async (): Promise<void> => void drop().catch(() => undefined);
  return { url: url.href, drop: template ? dropInBackground : drop };
}

/** Runs a statement on the server itself, or in the database at `url`. */
export async function onServer(statement: string, url = server): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Tables of the tests. */
export interface TestItemTable {
  id: Generated<number>;
  code: string;
  title: string | null;
  price: number | null;
  enabled: Generated<number>;
}
export interface TestDocumentTable {
  id: Generated<number>;
  code: string;
  document: string;
  version: number;
}
declare module '../../src/kernel/merged-types.ts' {
  interface Tables {
    test_item: TestItemTable;
    test_document: TestDocumentTable;
  }
}

/** A module that makes the tables of the tests. */
export const testModule = {
  name: 'Test',
  migrations: [
    {
      name: '001-items',
      async up(db, types) {
        await db.schema
          .createTable('test_item')
          .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
          .addColumn('code', 'text', (column) => column.notNull())
          .addColumn('title', 'text')
          .addColumn('price', sql.raw(types.decimal))
          .addColumn('enabled', 'integer', (column) => column.notNull().defaultTo(1))
          .execute();
        await db.schema.createIndex('test_item_code').on('test_item').expression(fold('code')).unique().execute();
        await db.schema
          .createTable('test_document')
          .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
          .addColumn('code', 'text', (column) => column.notNull().unique())
          .addColumn('document', types.document, (column) => column.notNull())
          .addColumn('version', 'integer', (column) => column.notNull())
          .execute();
      },
    },
  ],
} satisfies ModuleManifest;

/** A database with the tables of the storage and of the tests. */
export async function createTestDatabase(kind: TestDatabase['kind']): Promise<TestDatabase & { storage: Storage }> {
  const database = await createDatabase(kind);
  const storage = await database.open();
  await migrate(storage, [testModule]);
  return { ...database, storage };
}
