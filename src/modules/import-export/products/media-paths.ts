import type { ImportRow } from '../../../platform/row-import/rows.ts';
import { isShared } from './columns.ts';
import { downloadPaths } from './downloads.ts';
import { namedImages } from './gallery.ts';

/** The files that a row names: images, links and samples. None of a row whose cells cannot be read: it is refused later. */
export function mediaPathsOf({ cells, fault }: ImportRow, separator: string): string[] {
  if (fault !== undefined || ![...cells.keys()].some(isShared)) return [];
  try {
    return [...namedImages(cells, separator).keys(), ...downloadPaths(cells)];
  } catch {
    return [];
  }
}
