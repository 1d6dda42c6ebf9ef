import { shippedSettings } from './reader.ts';
import unshipped from './unshipped.json' with { type: 'json' };

/** Every path that the platform or clients of the interface read: those that ship with a value, and those that do not. */
const known: ReadonlySet<string> = new Set([...shippedSettings.keys(), ...unshipped]);

/** Whether anything reads a configuration path. */
export function isKnownPath(path: string): boolean {
  return known.has(path);
}

/** Whether anything reads a configuration path or one below it. */
export function isKnownAt(prefix: string): boolean {
  return known.has(prefix) || [...known].some((path) => path.startsWith(`${prefix}/`));
}

/** The known paths of the group that a path would be in. */
export function pathsBeside(path: string): string[] {
  const group = path.slice(0, path.lastIndexOf('/') + 1);
  return [...known].filter((one) => one.startsWith(group)).sort();
}
