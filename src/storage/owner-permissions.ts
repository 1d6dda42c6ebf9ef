import { chmodSync, statSync } from 'node:fs';

/** Takes from a file or folder what others may do with it, down to `mode`; leaves alone what is not there or not ours. */
export function restrictToOwner(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}
