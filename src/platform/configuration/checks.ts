import { ROOT_RESOURCE } from '../access/acl.ts';
import { isAllowed } from '../access/check.ts';
import type { Call, Caller } from '../../kernel/call.ts';
import { configurationErrors } from './errors.ts';
import type { ConfigurationPaths } from './paths.ts';

/** Throws when `path` is no configuration path. */
export function checkPath(path: string): void {
  if (!/^\w+(\/[\w-]+){2,}$/.test(path)) throw configurationErrors.malformedPath([path]);
}

/** Throws when `path` is no configuration path or does not take `value`. */
export function checkSetting(paths: ConfigurationPaths, path: string, value: string): void {
  checkPath(path);
  const check = paths.get(path)?.takes;
  if (check && !check.accepts(value)) {
    throw configurationErrors.invalidValue({ value, path, expected: check.expected });
  }
}

/** Throws when the setting at `path` is never read in so narrow a scope: a value stored there would have no effect. */
export function checkScope(paths: ConfigurationPaths, path: string, scope: string): void {
  const widest = paths.get(path)?.scope;
  const isRead = widest === undefined || scope === 'default' || scope === widest;
  if (!isRead) throw configurationErrors.scopeTooNarrow({ path, scope, widest: scopeNames[widest] });
}

const scopeNames = { default: 'the default scope', websites: 'the default scope or a website' };

/** The permission that `caller` lacks to change the setting at `path`; undefined when the caller may change it. */
export function missingPermission(caller: Caller, paths: ConfigurationPaths, path: string): string | undefined {
  const permissions = paths.get(path)?.changeableBy ?? [ROOT_RESOURCE];
  const isGranted = permissions.some((id) => isAllowed(caller, { kind: 'acl', resources: [id] }));
  return isGranted ? undefined : permissions.join(' or ');
}

/** Throws 403 when the caller may not change the setting at `path`, in any scope. */
export function checkChangeable({ caller, services }: Call, path: string): void {
  const permission = missingPermission(caller, services.configuration.paths, path);
  if (permission !== undefined) throw configurationErrors.notChangeable({ path, permission });
}
