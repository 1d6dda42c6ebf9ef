import pino from 'pino';
import { sql } from 'kysely';
import { newCall } from '../../src/platform/execution/calls.ts';
import type { Call, Caller, Scope } from '../../src/kernel/call.ts';
import type { ModuleManifest } from '../../src/kernel/module.ts';
import type { Platform } from '../../src/kernel/platform.ts';
import { buildRegistry } from '../../src/kernel/register.ts';
import { acceptOperations } from '../../src/platform/operation-queue/accept.ts';
import { createConsumer, type ConsumerOptions } from '../../src/platform/operation-queue/consumer.ts';
import { operations } from '../../src/platform/operation-queue/module.ts';
import { bulkDetails } from '../../src/platform/operation-queue/status.ts';
import type { Storage } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { attempts, counters } from './counters.ts';
import { readerOf } from '../support/configuration.ts';

export const admin: Caller = { type: 'admin', id: 7, resources: 'all' };
export const allStores: Scope = { code: 'all', storeId: 0, websiteId: 0 };
const scopes: Readonly<Record<string, Scope>> = {
  '': { code: undefined, storeId: 1, websiteId: 1 },
  all: allStores,
  fr: { code: 'fr', storeId: 2, websiteId: 1 },
};

/** A platform on a database that has the queue of operations and a module of counters, and nothing else. */
export interface TestPlatform extends Platform {
  readonly storage: Storage;
  /** Settings by configuration path; may be changed at any time. */
  readonly settingsByPath: Map<string, string>;
}

/** The logs of changes, whose tables belong to other modules, are off. */
const logSettings = new Map([
  ['souk/audit/enabled', '0'],
  ['souk/events/enabled', '0'],
]);

export async function openPlatform(
  storage: Storage,
  more: {
    modules?: readonly ModuleManifest[];
    release?: string;
    amqpUrl?: string | undefined;
    amqpPrefix?: string;
  } = {},
): Promise<TestPlatform> {
  const { modules = [operations, counters], release = '2.4.8', amqpUrl, amqpPrefix } = more;
  await migrate(storage, [operations, counters]);
  const registry = buildRegistry(modules, 'commercial', release);
  const settingsByPath = new Map<string, string>();
  const config = readerOf((path) => settingsByPath.get(path) ?? logSettings.get(path));
  const clock = { now: () => new Date() };
  const about = { edition: 'commercial', release } as const;
  const foundation = { storage, services: {}, contributions: registry.contributions, config, clock, platform: about };
  return {
    storage,
    settingsByPath,
    settings: { ...about, amqpUrl, amqpPrefix } as Platform['settings'],
    registry,
    services: {} as Platform['services'],
    caches: { refresh: async () => {} } as Platform['caches'],
    config,
    clock,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    newCall: (caller, scope) => newCall(foundation as never, caller, scope),
    scopes: {
      resolveScope: (code) => scopes[code ?? ''],
      viewCodes: () => [],
      websiteCodes: () => [],
      allowedCurrencies: () => [],
      websiteOf: () => undefined,
      website: () => undefined,
      view: () => undefined,
      groupName: () => '',
    },
    texts: { of: ({ en = {} }) => en, ofModule: () => ({}) },
    tracing: undefined,
    decoding: { attributeType: () => undefined },
  };
}

/** A call by an administrator in the global scope, outside a transaction. */
export function callOn(platform: Platform): Call {
  return platform.newCall(admin, allStores);
}

/** Accepts a bulk for a route of the counters, `POST /V1/counters` unless another path is named; gives its uuid. */
export async function accept(
  platform: Platform,
  inputs: readonly Record<string, unknown>[],
  { path = '/V1/counters', caller = admin, scope = allStores } = {},
): Promise<string> {
  const registered = platform.registry.routes.find(({ route }) => route.path === path)!;
  return (await acceptOperations(platform, { registered, caller, scope, inputs })).bulk_uuid!;
}

/** Empties the platform's tables and settings. */
export async function forget(platform: TestPlatform): Promise<void> {
  attempts.clear();
  platform.settingsByPath.clear();
  await platform.storage.transaction(async (db) => {
    for (const table of ['operation', 'bulk', 'counter'] as const) await db.deleteFrom(table).execute();
  });
}

/** Executes until nothing is open. */
export async function runConsumer(platform: Platform, options: ConsumerOptions = {}): Promise<void> {
  const consumer = createConsumer(platform, options);
  consumer.start();
  await consumer.waitUntilIdle();
  await consumer.stop();
}

/** The operations of a bulk, as the wire shows them. */
export async function operationsOf(platform: Platform, uuid: string) {
  return (await bulkDetails(callOn(platform), uuid)).operations_list;
}

/** What the counters have come to: the notes of all operations that took effect, in order, by counter. */
export async function notes(platform: Platform): Promise<Record<string, string>> {
  const { rows } = await sql<{ sku: string; notes: string }>`select sku, notes from counter`.execute(
    callOn(platform).db,
  );
  return Object.fromEntries(rows.map((row) => [row.sku, row.notes]));
}
