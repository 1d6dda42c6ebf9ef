import { platformErrors } from './errors.ts';

/** How many entries of a list are asked for: `unset` where nothing is sent. Throws 400 for a number that is not from 1 to `most`. */
export function pageSizeOf(sent: number | null | undefined, unset: number, most: number): number {
  if (sent === undefined || sent === null) return unset;
  if (!(sent >= 1 && sent <= most)) throw platformErrors.bounds(['limit', '1', String(most)]);
  return sent;
}
