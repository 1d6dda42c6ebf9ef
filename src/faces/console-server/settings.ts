import { checkPath, missingPermission } from '../../platform/configuration/checks.ts';
import {
  isSecretPath,
  setConfiguration,
  showConfiguration,
  unsetConfiguration,
  type ConfigurationScope,
} from '../../platform/configuration/settings.ts';
import type { Call } from '../../kernel/call.ts';
import { consoleErrors } from './errors.ts';
import { loadSettingTexts, translateSetting, translateText, type SettingTexts } from './setting-texts/texts.ts';

/** Settings in an answer at most; a search narrows them. */
const MOST = 500;

/** A scope as it is asked for; without one the default one is meant. */
interface AskedScope {
  readonly scope?: string | null | undefined;
  readonly code?: string | null | undefined;
}

interface SettingRow {
  path: string;
  description?: string | undefined;
  expected?: string | undefined;
  choices?: { value: string; name: string }[] | undefined;
  is_number: boolean;
  unit?: string | undefined;
  value?: string | undefined;
  source?: string | undefined;
  shipped?: string | undefined;
  secret: boolean;
  narrowest_scope: string;
  missing_permission?: string | undefined;
}

/** The settings of a list: those whose path, description in the language or value contains `search`. */
interface SettingFilter {
  readonly search: string;
  /** Only settings with another value than the default. */
  readonly onlyChanged: boolean;
  /** Code of the language of the texts. */
  readonly language: string;
}

/** The settings of a scope that a filter selects, by path, with their texts in its language; and all scopes. */
export async function listSettings(call: Call, requestedScope: AskedScope, filter: SettingFilter) {
  const { cache, paths } = call.services.configuration;
  const scope = scopeOf(requestedScope);
  const valueBy = new Map((await showConfiguration(call, undefined, scope)).map(({ path, value }) => [path, value]));
  const stored = await cache.get(call);
  const texts = await loadSettingTexts(filter.language);
  const descriptionOf = (path: string): string => translateText(texts, paths.get(path)?.description ?? '');
  const text = filter.search.toLowerCase();
  const names = [...new Set([...paths.keys(), ...valueBy.keys()])].sort();
  const source = (path: string): string | undefined => {
    const chain = chainOf(call, scope);
    const found = chain.find(({ kind, id }) =>
      kind === 'default' ? stored.default.has(path) : stored[kind].get(id)?.has(path),
    );
    return found?.kind ?? (paths.get(path)?.shipped === undefined ? undefined : 'shipped');
  };
  const isChanged = (path: string): boolean => {
    const from = valueBy.has(path) ? source(path) : undefined;
    return from !== undefined && from !== 'shipped' && valueBy.get(path) !== paths.get(path)?.shipped;
  };
  const matching = names.filter(
    (path) =>
      (!filter.onlyChanged || isChanged(path)) &&
      (path.includes(text) ||
        descriptionOf(path).toLowerCase().includes(text) ||
        (!isSecretPath(path) && valueBy.get(path)?.toLowerCase().includes(text))),
  );
  const items = matching.slice(0, MOST).map((path): SettingRow => {
    const secret = isSecretPath(path);
    const declared = paths.get(path) ?? {};
    const { description, expected, choices, unit } = translateSetting(texts, declared);
    return {
      path,
      description,
      expected,
      choices,
      is_number: declared.takes?.isNumber === true,
      unit,
      value: valueBy.get(path),
      source: valueBy.has(path) ? source(path) : undefined,
      shipped: secret ? undefined : declared.shipped,
      secret,
      narrowest_scope: declared.scope ?? 'stores',
      missing_permission: missingPermission(call.caller, paths, path),
    };
  });
  return { items, total_count: matching.length, scopes: placesOf(call, texts) };
}

/**
 * Sets a path in a scope, or resets it to the inherited value (null). Throws for a path that nothing reads, and for one that the
 * caller may not change.
 */
export async function writeSetting(
  call: Call,
  path: string,
  value: string | null,
  requestedScope: AskedScope,
): Promise<void> {
  checkPath(path);
  if (!call.services.configuration.paths.has(path)) throw consoleErrors.noPath([path]);
  const scope = scopeOf(requestedScope);
  if (value === null) await unsetConfiguration(call, path, scope);
  else await setConfiguration(call, path, value, scope);
}

function scopeOf({ scope, code }: AskedScope): ConfigurationScope {
  // Unknown kinds are refused where the scope is looked up.
  return { scope: (scope ?? 'default') as ConfigurationScope['scope'], code: code ?? undefined };
}

/** Where a value of a scope is looked for, in order. */
function chainOf(call: Call, { scope, code = '' }: ConfigurationScope) {
  const scopes = call.services.configuration.scopes();
  const website = (id: number) => ({ kind: 'websites', id }) as const;
  const everywhere = { kind: 'default', id: 0 } as const;
  if (scope === 'websites') return [website(scopes.website(code)?.id ?? 0), everywhere];
  if (scope !== 'stores') return [everywhere];
  const id = scopes.view(code)?.id ?? 0;
  return [{ kind: 'stores', id } as const, website(scopes.websiteOf(id) ?? 0), everywhere];
}

/** The scopes that a person can choose from, by their names; equal names have their codes beside them. */
function placesOf(call: Call, texts: SettingTexts) {
  const scopes = call.services.configuration.scopes();
  const websites = scopes.websiteCodes().map((code) => ({ code, name: scopes.website(code)?.name }));
  const views = scopes.viewCodes().map((code) => ({ code, name: scopes.view(code)?.name }));
  const nameOf = (text: string, { code, name }: NamedScope, all: readonly NamedScope[]): string => {
    const isUnique = all.filter((one) => one.name === name).length === 1;
    const shown = !name ? code : isUnique ? name : `${name} (${code})`;
    return translateText(texts, text).replace('{name}', () => shown);
  };
  return [
    { scope: 'default', code: '', name: translateText(texts, 'Default') },
    ...websites.map((one) => ({
      scope: 'websites',
      code: one.code,
      name: nameOf('Website: {name}', one, websites),
      website_name: one.name ?? undefined,
    })),
    ...views.map((one) => ({ scope: 'stores', code: one.code, name: nameOf('Store view: {name}', one, views) })),
  ];
}

/** A website or a store view: its code, and the name that the shop gives it. */
interface NamedScope {
  readonly code: string;
  readonly name: string | null | undefined;
}
