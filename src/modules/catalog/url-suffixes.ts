import type { Call } from '../../kernel/call.ts';
import { urlSuffixes } from './configuration.ts';

/** The suffix of the paths of products or categories in a store view: `.html`, or empty. */
export function urlSuffix(call: Call, of: keyof typeof urlSuffixes, storeId: number): string {
  return call.config.of(urlSuffixes[of], { storeId });
}

/** A folded path without the suffix; undefined if its suffix is another one, or nothing precedes it. */
export function withoutSuffix(path: string, suffix: string): string | undefined {
  if (!path.endsWith(suffix.toLowerCase())) return undefined;
  return path.slice(0, path.length - suffix.length) || undefined;
}
