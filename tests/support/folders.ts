import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Free space that the databases of a run may take, in bytes. Containers often have 64 MB in all. */
const NEEDED = 1_000_000_000;

/**
 * Creates a folder for the database and the files of a server: in memory if there is room, since a commit waits milliseconds
 * for a disk. TMPDIR overrides the place.
 */
export function serverFolder(prefix: string): string {
  return mkdtempSync(join(process.env.TMPDIR === undefined && hasMemory() ? MEMORY : tmpdir(), prefix));
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED;
  } catch {
    return false;
  }
}
