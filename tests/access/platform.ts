import { newCall, type CallFoundation } from '../../src/platform/execution/calls.ts';
import { createClock, type AdjustableClock } from '../../src/program/clock.ts';
import { authorization } from '../../src/platform/access/module.ts';
import type { AccessPlatform } from '../../src/platform/access/platform.ts';
import { configurationModule } from '../../src/platform/configuration/module.ts';
import { collectPaths } from '../../src/platform/configuration/paths.ts';
import { composeAcl, type AclResource } from '../../src/kernel/acl.ts';
import { modules } from '../../src/program/modules.ts';
import type { Call, Caller, Scope, Services } from '../../src/kernel/call.ts';
import { makeServices } from '../../src/kernel/services.ts';
import { openFiles } from '../../src/storage/files/files.ts';
import { createCaches, type LoadedCaches } from '../../src/storage/caches.ts';
import { migrate, runOnce } from '../../src/storage/migrate.ts';
import type { TestDatabase } from '../storage/databases.ts';
import { readerOf } from '../support/configuration.ts';

const system: Caller = { type: 'admin', id: 0, resources: 'all' };
const allStores: Scope = { code: 'all', storeId: 0, websiteId: 0 };

/** A process with users, roles, integrations and tokens, and nothing else. */
export interface TestProcess extends AccessPlatform {
  readonly clock: AdjustableClock;
  readonly caches: LoadedCaches;
  /** Configuration by path; may be changed at any time. */
  readonly values: Map<string, string>;
  /** A call of the platform itself, outside a transaction. */
  systemCall(): Call;
}

/** Starts a process on `database`, which is installed if it is new. All processes of a test share `secretKey`. */
export async function openProcess(
  database: TestDatabase,
  { secretKey = 'a key for tests', baseUrl }: { secretKey?: string; baseUrl?: string } = {},
): Promise<TestProcess> {
  const storage = await database.open();
  await migrate(storage, [authorization]);
  const values = new Map([['oauth/consumer/enable_integration_as_bearer', '1']]);
  const config = readerOf((path) => values.get(path));
  const clock = createClock();
  const caches = createCaches({ warn: () => undefined });
  const services = {} as Services;
  makeServices([authorization], {
    services,
    caches,
    files: openFiles(undefined, '/nonexistent'),
    varFolder: '/nonexistent',
    secretKey,
    permissions: allPermissions(),
  });
  const platform = { edition: 'open', release: '2.4.8' } as const;
  const foundation = { storage, services, contributions: {}, config, clock, platform } as unknown as CallFoundation;
  const systemCall = (): Call => newCall(foundation, system, allStores);
  await runOnce(storage, 'install', async () => undefined).then(
    async (first) => first && (await systemCall().transaction((call) => authorization.install!(call))),
  );
  await caches.loadAll(systemCall());
  return {
    services,
    config,
    values,
    clock,
    caches,
    settings: { baseUrl } as AccessPlatform['settings'],
    newCall: (caller, scope) => newCall(foundation, caller, scope),
    systemCall,
  };
}

/** The permissions of the platform, depth first. */
export function declaredAcl(): readonly AclResource[] {
  const scopes = () => {
    throw new Error('nothing is read');
  };
  const configuration = configurationModule({ paths: collectPaths(modules), scopes, baseUrl: () => '' });
  return composeAcl([configuration, ...modules].flatMap(({ acl = [] }) => acl));
}

function allPermissions(): ReadonlyMap<string, AclResource> {
  return new Map(declaredAcl().map((one) => [one.id, one]));
}

/** Moves the clock of a process on. */
export function pass(process: TestProcess, { minutes }: { minutes: number }): void {
  process.clock.set(new Date(process.clock.now().getTime() + minutes * 60_000));
}

/** What makes an admin user whose role, named as the user, grants `resources`. */
export const user = (username: string, resources: 'all' | string[] = 'all', password = 'Secret-123') => ({
  username,
  email: `${username}@example.com`,
  firstname: 'A',
  lastname: 'B',
  password,
  resources,
});
