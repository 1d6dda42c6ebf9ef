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
