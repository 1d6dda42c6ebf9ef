import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The path of a file of a library, such as `dejavu-fonts-ttf/ttf/DejaVuSans.ttf`: beside the built program, which has copies of
 * the files listed in `scripts/library-files.mjs`, otherwise in the installed library.
 */
export function libraryFile(path: string): string {
  const copy = join(import.meta.dirname, 'libraries', path);
  return existsSync(copy) ? copy : createRequire(import.meta.url).resolve(path);
}
