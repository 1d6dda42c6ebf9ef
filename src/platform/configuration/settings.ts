import type { Call } from '../../kernel/call.ts';
import { MASK } from '../../kernel/masking.ts';
import { checkChangeable, checkPath, checkScope, checkSetting } from './checks.ts';
import { configurationErrors } from './errors.ts';
import { isKnownAt, type ConfigurationPaths } from './paths.ts';
import { findSetting, type StoredSettings } from './reader.ts';

/** Where a setting holds: everywhere, on a website or in a store view. */
export interface ConfigurationScope {
  readonly scope: 'default' | 'websites' | 'stores';
  /** Code of the website or store view. */
  readonly code?: string | undefined;
  /** Its id, where that is known; then the code is not needed. */
  readonly id?: number;
}

/** One setting as it holds in a scope. */
interface ConfigurationEntry {
  readonly path: string;
  readonly value: string;
}

const everywhere: ConfigurationScope = { scope: 'default' };

/**
 * Stores a setting, effective in every process once the call's transaction is committed. Throws when the path is unknown, the caller
 * may not change it, the scope does not exist, or the setting does not take the value or is not read in the scope.
 */
export async function setConfiguration(
  call: Call,
  path: string,
  value: string,
  scope: ConfigurationScope = everywhere,
): Promise<void> {
  const { paths, seal } = call.services.configuration;
  checkChangeable(call, path);
  checkSetting(paths, path, value);
  checkScope(paths, path, scope.scope);
  const scopeId = idOf(call, scope);
  const stored = seal(path, value);
  await call.transaction(async (inside) => {
    await inside.db
      .insertInto('core_config_data')
      .values({ scope: scope.scope, scope_id: scopeId, path, value: stored })
      .onConflict((conflict) => conflict.columns(['path', 'scope', 'scope_id']).doUpdateSet({ value: stored }))
      .execute();
    await changed(inside, path);
  });
}

/** The effects of a change of a setting. */
async function changed(call: Call, path: string): Promise<void> {
  await call.services.configuration.cache.invalidate(call);
  for (const observe of call.contributions.settingObservers ?? []) await observe(call, path);
}

/**
 * Resets a setting of a scope to the inherited or default value. Effective like `setConfiguration`. Returns whether there was a
 * stored value. Throws for an invalid path, an unknown scope, and a caller without the permission.
 */
export async function unsetConfiguration(
  call: Call,
  path: string,
  scope: ConfigurationScope = everywhere,
): Promise<boolean> {
  checkPath(path);
  checkChangeable(call, path);
  const scopeId = idOf(call, scope);
  return call.transaction(async (inside) => {
    const { numDeletedRows } = await inside.db
      .deleteFrom('core_config_data')
      .where('scope', '=', scope.scope)
      .where('scope_id', '=', scopeId)
      .where('path', '=', path)
      .executeTakeFirst();
    await changed(inside, path);
    return numDeletedRows > 0n;
  });
}

/**
 * The settings that hold in a scope, inherited ones included, in order of their paths: the one at `path`, all below it, or
 * all there are. Secrets are masked. Throws when nothing is there or the scope does not exist.
 */
export async function showConfiguration(
  call: Call,
  path?: string,
  scope: ConfigurationScope = everywhere,
): Promise<ConfigurationEntry[]> {
  const { cache, paths, scopes } = call.services.configuration;
  const id = idOf(call, scope);
  const readScope = scope.scope === 'websites' ? { websiteId: id } : { storeId: id };
  const settings = await cache.get(call);
  const prefix = path?.replace(/\/+$/, '');
  const entries = pathsOf(settings, paths)
    .filter((name) => !prefix || name === prefix || name.startsWith(`${prefix}/`))
    .flatMap((name) => {
      const value = findSetting(settings, name, readScope, {
        paths,
        websiteOf: (storeId) => scopes().websiteOf(storeId),
      });
      return value === undefined ? [] : [{ path: name, value: shownValue(name, value) }];
    });
  if (prefix !== undefined && entries.length === 0 && !isKnownAt(paths, prefix))
    throw configurationErrors.unknownPath([path]);
  return entries;
}

function idOf(call: Call, { scope, code, id }: ConfigurationScope): number {
  if (scope !== 'default' && scope !== 'websites' && scope !== 'stores') {
    throw configurationErrors.unknownScope([scope]);
  }
  if (scope === 'default') {
    if (code) throw configurationErrors.scopeCodeUnexpected();
    return 0;
  }
  if (id) return id;
  if (!code) throw configurationErrors.scopeCodeRequired([scope]);
  const scopes = call.services.configuration.scopes();
  const found = scope === 'websites' ? scopes.website(code) : scopes.view(code);
  // The admin's website and view have id 0: their settings are those of the default scope.
  if (!found?.id) throw configurationErrors.unknownScopeCode([code]);
  return found.id;
}

/** The paths that have a value in any scope, in order. */
function pathsOf(settings: StoredSettings, paths: ConfigurationPaths): string[] {
  const shipped = [...paths].filter(([, { shipped }]) => shipped !== undefined).map(([path]) => path);
  const stored = [settings.default, ...settings.websites.values(), ...settings.stores.values()];
  return [...new Set([...shipped, ...stored.flatMap((map) => Array.from(map.keys()))])].sort();
}

/** The value of a path as people are shown it: masked where its name says that it is a secret. */
export function shownValue(path: string, value: string): string {
  return value !== '' && isSecretPath(path) ? MASK : value;
}

/** Whether the last part of a path names a secret: `secret_key`, `api_key`, `password`; not `public_key`, `password_lifetime`, `allow_private`. */
export function isSecretPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (/public|form_key$|forgot_password$/.test(name)) return false;
  return /secret|private_?key|(^|_)((api)?key|token|password|passwd|passphrase|pass|pwd|credentials?)$/.test(name);
}
