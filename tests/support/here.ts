import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { issueToken } from '../../src/platform/access/tokens.ts';
import { ensureFirstAdmin } from '../../src/platform/access/users.ts';
import { setConfiguration } from '../../src/platform/configuration/settings.ts';
import type { Grants } from '../../src/platform/access/acl.ts';
import { saveRole } from '../../src/platform/access/roles.ts';
import type { CallerType } from '../../src/kernel/call.ts';
import type { ModuleManifest } from '../../src/kernel/module.ts';
import { formatTime } from '../../src/kernel/time.ts';
import { lonePeers, type Peers } from '../../src/program/processes/peers.ts';
import { startServer } from '../../src/program/server.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { openSouk, type Souk } from '../../src/program/souk.ts';
import { createDatabase, createInstalled, type TestDatabase } from '../storage/databases.ts';
import { Client } from './client.ts';
import { serverFolder } from './folders.ts';

/** A server within the test's own process: for tests that set much, or look into the database. */
export interface Here {
  readonly souk: Souk;
  readonly base: string;
  readonly guest: Client;
  readonly admin: Client;
  /** Lines that were logged. */
  readonly logged: string[];
  /** Sets platform configuration, effective at once. */
  configure(values: Readonly<Record<string, string>>): Promise<void>;
  /** A caller with a token of its own. */
  callerOf(type: CallerType, id: number): Promise<Client>;
  /** An admin user, or an integration, that is granted `resources`. */
  granted(type: 'admin' | 'integration', resources: Grants): Promise<Client>;
  stop(): Promise<void>;
}

/** Starts a server on a fresh database, with settings by environment variable. */
export async function startHere(
  kind: TestDatabase['kind'],
  {
    env = {},
    consumer = false,
    peers = lonePeers(),
    modules,
  }: { env?: NodeJS.ProcessEnv; consumer?: boolean; peers?: Peers; modules?: readonly ModuleManifest[] } = {},
): Promise<Here> {
  // Other modules than the platform's own have to be installed.
  const database = await (modules ? createDatabase(kind) : createInstalled(kind));
  const folder = serverFolder('souk-here-');
  const settings = readSettings({
    PORT: '0',
    SOUK_VAR: folder,
    DATABASE_URL: database.url,
    SOUK_CONTROL: '1',
    SOUK_DATABASE_CONNECTIONS: process.env.SOUK_DATABASE_CONNECTIONS,
    SOUK_DATABASE_TIMEOUT: process.env.SOUK_DATABASE_TIMEOUT,
    ...env,
  });
  const logged: string[] = [];
  const souk = await openSouk(
    settings,
    pino({ level: env.SOUK_LOG ?? 'warn' }, { write: (line) => void logged.push(line) }),
    modules,
  );
  await ensureFirstAdmin(souk.systemCall(), 'admin', 'Admin123!');
  const server = await startServer(souk, { consumer, peers });
  const guest = new Client(server.address);
  const callerOf = async (type: CallerType, id: number): Promise<Client> =>
    guest.as(await issueToken(souk.systemCall(), { type, id }));
  return {
    souk,
    base: server.address,
    guest,
    admin: await callerOf('admin', 1),
    logged,
    callerOf,
    configure: (values) =>
      souk.systemCall().transaction(async (call) => {
        for (const [path, value] of Object.entries(values)) await setConfiguration(call, path, value);
      }),
    granted: async (type, resources) => callerOf(type, await grant(souk, type, resources)),
    stop: async () => {
      await server.stop();
      await souk.close();
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an account without a password, which would take its time to hash; gives its id. */
function grant(souk: Souk, type: 'admin' | 'integration', resources: Grants): Promise<number> {
  const name = randomBytes(8).toString('hex');
  const now = formatTime(new Date());
  return souk.systemCall().transaction(async (call) => {
    await call.services.access.accounts.invalidate(call);
    if (type === 'integration') {
      const { integration_id } = await call.db
        .insertInto('integration')
        .values({
          name,
          status: 1,
          consumer_key: name,
          consumer_secret: '',
          access_token_secret: '',
          resources: JSON.stringify(resources),
          created_at: now,
          updated_at: now,
        })
        .returning('integration_id')
        .executeTakeFirstOrThrow();
      return integration_id;
    }
    const { user_id } = await call.db
      .insertInto('admin_user')
      .values({
        username: name,
        email: `${name}@example.com`,
        firstname: 'A',
        lastname: 'B',
        password: '',
        role_id: await saveRole(call, name, resources),
        is_active: 1,
        failures_num: 0,
        created: now,
        modified: now,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    return user_id;
  });
}
