import { platformErrors } from './errors.ts';

/** The requested page size; `unset` if there is none. Throws 400 for a number outside 1 to `most`. */
export function pageSizeOf(sent: number | null | undefined, unset: number, most: number): number {
  if (sent === undefined || sent === null) return unset;
  if (!(sent >= 1 && sent <= most)) throw platformErrors.bounds(['limit', '1', String(most)]);
  return sent;
}
