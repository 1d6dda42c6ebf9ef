import type { Call, ConfigurationReader } from '../../kernel/call.ts';
import type { SharedCache } from '../../kernel/caches.ts';
import { module, type ModuleManifest } from '../../kernel/module.ts';
import type { StoreScopes } from '../../kernel/scopes.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import type { ConfigurationPaths } from './paths.ts';
import { createReader, readRows, type StoredSettings } from './reader.ts';
import { isSecretPath } from './settings.ts';
import { migrations } from './tables.ts';

/** The platform configuration of a running process, the source of `call.config`. */
interface ConfigurationService extends ConfigurationReader {
  readonly cache: SharedCache<StoredSettings>;
  readonly paths: ConfigurationPaths;
  readonly scopes: () => StoreScopes;
  /** A value as it is stored at a path: encrypted where it is a secret that nobody but the platform reads. */
  seal(path: string, value: string): string;
  /** The value behind `seal`. Throws when it was stored under another SOUK_SECRET_KEY. */
  open(path: string, stored: string): string;
}

/** Called for a changed setting, in the transaction of the change, for stored data that depends on it. */
type SettingObserver = (call: Call, path: string) => Promise<void>;

declare module '../../kernel/merged-types.ts' {
  interface Services {
    configuration: ConfigurationService;
  }
  interface ContributionPoints {
    settingObservers: SettingObserver;
  }
}

/**
 * The module of the platform configuration, which has the `paths` of all modules. `scopes` and `baseUrl` (public, without a trailing slash) are asked at each
 * read: stores come after it in the order of modules, the port may be known only once the server listens.
 */
export function configurationModule(options: {
  readonly paths: ConfigurationPaths;
  readonly scopes: () => StoreScopes;
  readonly baseUrl: () => string;
}): ModuleManifest {
  const { paths } = options;
  // A path that no module declares may still be a secret by its name: a gateway's that is to come, say.
  const isSealed = (path: string): boolean => {
    const declared = paths.get(path);
    return declared ? declared.sealed === true : isSecretPath(path);
  };
  return module({
    name: 'Config',
    acl: declaredAcl,
    migrations,
    install: (call) => install(call, paths),
    services: {
      configuration: ({ caches, services }) => {
        const cache = caches.define('configuration', async (call) =>
          readRows(await call.db.selectFrom('core_config_data').selectAll().execute()),
        );
        const reader = createReader({
          paths,
          stored: () => cache.current,
          websiteOf: (storeId) => options.scopes().websiteOf(storeId),
          baseUrl: options.baseUrl,
        });
        const secrets = () => services.access.secrets;
        return {
          ...reader,
          cache,
          paths,
          scopes: options.scopes,
          seal: (path, value) => (isSealed(path) && value !== '' ? SEAL + secrets().encrypt(value, path) : value),
          open: (path, stored) =>
            isSealed(path) && stored.startsWith(SEAL) ? secrets().decrypt(stored.slice(SEAL.length), path) : stored,
        };
      },
    },
  });
}

/** Prefix that distinguishes an encrypted value from older plain ones. */
const SEAL = 'sealed:';

/** Writes the settings that the interface's installer chooses instead of the shipped ones. */
async function install(call: Call, paths: ConfigurationPaths): Promise<void> {
  const rows = [...paths].flatMap(([path, { installed }]) =>
    installed === undefined ? [] : [{ scope: 'default' as const, scope_id: 0, path, value: installed }],
  );
  await call.db.insertInto('core_config_data').values(rows).execute();
  await call.services.configuration.cache.invalidate(call);
}
