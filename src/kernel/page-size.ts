import { platformErrors } from './errors.ts';

/** The requested page size; `unset` if there is none. Throws 400 for a number outside 1 to `most`. */
export function pageSizeOf(size: number | null | undefined, unset: number, most: number): number {
  if (size === undefined || size === null) return unset;
  if (!(size >= 1 && size <= most)) throw platformErrors.bounds(['limit', '1', String(most)]);
  return size;
}
