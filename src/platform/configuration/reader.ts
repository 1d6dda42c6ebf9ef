import type { ConfigurationReader, SettingScope } from '../../kernel/call.ts';
import { readSetting } from '../../kernel/settings.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { ConfigurationTable } from './tables.ts';
import type { ConfigurationPaths } from './paths.ts';

/** The stored settings, by scope, scope id and path. */
export interface StoredSettings {
  readonly default: ReadonlyMap<string, string>;
  readonly websites: ReadonlyMap<number, ReadonlyMap<string, string>>;
  readonly stores: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

/** The sources of a reader; each read queries them, because they change while the platform runs. */
interface ReaderSources {
  readonly paths: ConfigurationPaths;
  readonly stored: () => StoredSettings;
  /** Website of a store view; undefined when there is no such view. */
  readonly websiteOf: (storeId: number) => number | undefined;
  /** Public base URL of the process, without a trailing slash. */
  readonly baseUrl: () => string;
}

/** Sorts rows into scopes. */
export function readRows(rows: readonly ConfigurationTable[]): StoredSettings {
  const settings = {
    default: new Map<string, string>(),
    websites: new Map<number, Map<string, string>>(),
    stores: new Map<number, Map<string, string>>(),
  };
  for (const { scope, scope_id, path, value } of rows) {
    if (scope === 'default') settings.default.set(path, value);
    else {
      const ofScope = settings[scope];
      if (!ofScope.has(scope_id)) ofScope.set(scope_id, new Map());
      valueAt(ofScope, scope_id).set(path, value);
    }
  }
  return settings;
}

/** The value of a setting in a scope, as stored: the store view's, else its website's, the default scope's, the shipped one. */
export function findSetting(
  settings: StoredSettings,
  path: string,
  { storeId, websiteId }: SettingScope,
  { paths, websiteOf }: Pick<ReaderSources, 'paths' | 'websiteOf'>,
): string | undefined {
  const ofStore = storeId ? settings.stores.get(storeId)?.get(path) : undefined;
  if (ofStore !== undefined) return ofStore;
  const website = websiteId ?? (storeId ? websiteOf(storeId) : undefined);
  const ofWebsite = website ? settings.websites.get(website)?.get(path) : undefined;
  return ofWebsite ?? settings.default.get(path) ?? paths.get(path)?.shipped;
}

/** Reads settings with their fallback and fills in the placeholders of base URLs. */
export function createReader(sources: ReaderSources): ConfigurationReader {
  const { stored, baseUrl } = sources;
  const find = (path: string, scope: SettingScope): string | undefined => findSetting(stored(), path, scope, sources);
  /** The secure base URL may point to the other, never the reverse. */
  const fillUrls = (value: string, scope: SettingScope): string => {
    const base = `${baseUrl()}/`;
    const unsecure = (find(baseUrls.unsecure.base.path, scope) ?? base).replace('{{base_url}}', base);
    const secure = (find(baseUrls.secure.base.path, scope) ?? unsecure).replace('{{unsecure_base_url}}', unsecure);
    return value
      .replace('{{secure_base_url}}', secure)
      .replace('{{unsecure_base_url}}', unsecure)
      .replace('{{base_url}}', base);
  };
  const get = (path: string, scope: SettingScope = {}): string | undefined => {
    const value = find(path, scope);
    return value?.includes('_url}}') ? fillUrls(value, scope) : value;
  };
  return {
    of: (setting, scope) => {
      const value = readSetting(setting, get(setting.path, scope));
      // The default may have placeholders as well.
      return typeof value === 'string' && value.includes('_url}}')
        ? (fillUrls(value, scope ?? {}) as typeof value)
        : value;
    },
    textOf: (setting, scope) => get(setting.path, scope),
  };
}
