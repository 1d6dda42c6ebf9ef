import type { Logger } from 'pino';
import { callWithin, newCall, type CallFoundation } from '../platform/execution/calls.ts';
import { createClock, type AdjustableClock } from './clock.ts';
import { configurationModule } from '../platform/configuration/module.ts';
import { collectPaths, withDefaults } from '../platform/configuration/paths.ts';
import { collectTexts } from '../platform/mail/text-catalog.ts';
import { changeWriter } from '../platform/change-log/write.ts';
import { followersOf } from '../platform/change-log/followers.ts';
import { composeAcl } from '../kernel/acl.ts';
import type { Call, Services } from '../kernel/call.ts';
import type { DecodeContext } from '../kernel/decode.ts';
import type { ModuleManifest } from '../kernel/module.ts';
import type { Platform, Settings } from '../kernel/platform.ts';
import { activeModules, buildRegistry } from '../kernel/register.ts';
import type { StoreScopes } from '../kernel/scopes.ts';
import { checkNeeds, makeServices } from '../kernel/services.ts';
import { system } from '../kernel/system.ts';
import { inModule } from '../kernel/vendor.ts';
import { modules as allModules } from './modules.ts';
import { createCaches } from '../storage/caches.ts';
import type { Files } from '../kernel/files.ts';
import { queuePurge } from '../platform/page-cache/purges.ts';
import { contentRule } from '../storage/content.ts';
import { openStorage, type Storage } from '../storage/database.ts';
import { openFiles } from '../storage/files/files.ts';
import { copyFiles, putFilesBack, removeFiles } from '../storage/files/snapshot-files.ts';
import { checkedName, type Snapshots } from '../storage/snapshots.ts';
import { alignIds, migrate, runOnce } from '../storage/migrate.ts';
import { openTracing } from '../platform/tracing/open.ts';
import { tracedLog } from '../platform/tracing/traced-log.ts';

/** The platform of one process, with functions for its start and stop. */
export interface Souk {
  readonly platform: Platform;
  readonly storage: Storage;
  readonly files: Files;
  readonly clock: AdjustableClock;
  /** The modules of the edition that it runs. */
  readonly modules: readonly ModuleManifest[];
  /** The server's address once it listens; the base URL in the configuration. */
  setAddress(url: string): void;
  /** A call with all permissions in the global scope. */
  systemCall(): Call;
  /** Empties the database and installs it afresh. */
  reset(): Promise<void>;
  readonly snapshots: Snapshots;
  close(): Promise<void>;
}

/**
 * Opens the database, brings it up to date, installs it when it is new, and starts the modules, which are in the order in which
 * they build on each other. `configured`: default values of settings by path, in place of those of the modules.
 */
export async function openSouk(
  settings: Settings,
  plainLog: Logger,
  modules: readonly ModuleManifest[] = allModules,
  configured: Readonly<Record<string, string>> = {},
): Promise<Souk> {
  const log = settings.tracing ? tracedLog(plainLog) : plainLog;
  let address = settings.baseUrl ?? `http://${settings.host}:${settings.port}`;
  const services = {} as Services;
  const configuration = configurationModule({
    paths: withDefaults(collectPaths(modules, settings.release), configured),
    scopes: () => scopes(),
    baseUrl: () => address,
  });
  const all = [configuration, ...modules];
  checkNeeds(all, settings.edition);
  const registry = buildRegistry(all, settings.edition, settings.release);
  const active = activeModules(all, settings.edition);
  let storeScopes: StoreScopes | undefined;
  const scopes = (): StoreScopes => (storeScopes ??= scopesOf(active, services));
  // Of both editions, so that the permissions of a role stay.
  const acl = composeAcl(all.flatMap((one) => one.acl ?? []));
  const permissions = new Map(acl.map((one) => [one.id, one]));
  for (const one of active) one.checkContributions?.(registry.contributions, { registry, permissions });
  const texts = collectTexts(all);
  const storage = await openStorage(settings.databaseUrl, {
    log,
    patience: settings.statementTimeout * 1000,
    answerWait: settings.databaseTimeout * 1000,
    poolSize: Math.floor(settings.databaseConnections / 2),
    keepsStatements: settings.keepsStatements,
    replicas: settings.replicas,
  });
  const caches = createCaches(log, storage);
  const clock = createClock();
  const files = openFiles(settings.objectStore, settings.varFolder);
  const { varFolder, secretKey } = settings;
  makeServices(active, { services, caches, files, varFolder, secretKey, permissions });
  const foundation: CallFoundation = {
    storage,
    services,
    contributions: registry.contributions,
    config: services.configuration,
    clock,
    platform: {
      edition: settings.edition,
      release: settings.release,
      modules: active.map(({ name }) => name),
      routes: registry.routes,
      texts,
      contributors: registry.contributors,
    },
  };
  const systemCall = (): Call => newCall(foundation, system.caller, system.scope);
  const install = async (): Promise<void> => {
    // Of both editions: the edition is a setting and may change, the schema does not.
    await installModules(storage, foundation, all);
    await caches.loadAll(systemCall());
  };
  const rule = contentRule(
    all.flatMap(({ unshown }) => unshown ?? []),
    Object.assign({}, ...all.map(({ shownAs }) => shownAs ?? {})),
  );
  const writeChanges = changeWriter(registry.contributions.changedEntities, clock, () =>
    followersOf({ services }).ring(),
  );
  const watch = (): void => {
    storage.watchContent(rule, (db, tags) => queuePurge(services.configuration, db, tags));
    storage.watchChanges(writeChanges);
  };
  const close = async (): Promise<void> => {
    await caches.close();
    await storage.close();
    files.store.close();
  };
  await install().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  watch();
  caches.startPolling(settings.cachePoll);
  const tracing = settings.tracing && (await openTracing(settings.tracing, registry.routes, log));
  return {
    platform: {
      settings,
      registry,
      services,
      caches,
      config: services.configuration,
      clock,
      log,
      newCall: (caller, scope, options) => newCall(foundation, caller, scope, options),
      scopes: scopes(),
      texts,
      decoding: decodingOf(active, services),
      tracing,
    },
    storage,
    files,
    clock,
    modules: active,
    setAddress: (url) => {
      if (!settings.baseUrl) address = url;
    },
    systemCall,
    reset: async () => {
      storage.watchContent(undefined);
      storage.watchChanges(undefined);
      await storage.clear();
      await install();
      watch();
    },
    snapshots: {
      async take(name) {
        await storage.snapshots.take(checkedName(name));
        await copyFiles(settings.varFolder, name);
      },
      async restore(name) {
        await storage.snapshots.restore(checkedName(name));
        await putFilesBack(settings.varFolder, name);
        await caches.refresh();
      },
      list: () => storage.snapshots.list(),
      async remove(name) {
        await storage.snapshots.remove(checkedName(name));
        await removeFiles(settings.varFolder, name);
      },
    },
    close: async () => {
      await close();
      await tracing?.close();
    },
  };
}

/** The websites and store views, by the module that keeps them. */
function scopesOf(manifests: readonly ModuleManifest[], services: Services): StoreScopes {
  const keeper = manifests.find(({ scopes }) => scopes !== undefined);
  if (!keeper?.scopes) throw new Error('no module tells the websites and store views');
  return keeper.scopes(services);
}

/** The types of custom attributes, by the module that knows them. */
function decodingOf(manifests: readonly ModuleManifest[], services: Services): DecodeContext {
  const known = manifests.flatMap(({ attributeType }) => attributeType?.(services) ?? []);
  return {
    attributeType: (entity, code) => known.map((typeOf) => typeOf(entity, code)).find((type) => type !== undefined),
  };
}

/** Runs the outstanding migrations and installation steps; several processes may call it at once. */
async function installModules(
  storage: Storage,
  foundation: CallFoundation,
  manifests: readonly ModuleManifest[],
): Promise<void> {
  await migrate(storage, manifests);
  const installOnce = (name: string, write: (call: Call) => Promise<void>): Promise<boolean> =>
    runOnce(storage, name, async (db) => {
      await write(callWithin(foundation, system.caller, system.scope, db));
      await alignIds(db, storage);
    });
  for (const { name, install } of manifests) {
    if (install) await inModule(name, 'when it is installed', () => installOnce(`${name}/install`, install));
  }
  for (const { name, installContributed } of manifests) {
    for (const rows of installContributed?.(foundation.contributions) ?? []) {
      await installOnce(`${name}/install ${rows.name}`, (call) => rows.write(call));
    }
  }
}
