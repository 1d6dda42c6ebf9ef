import { chmodSync, statSync } from 'node:fs';
import { errorCode } from '../kernel/thrown.ts';

/** Removes permissions of a file or folder beyond `mode`. Does nothing if it does not exist or belongs to somebody else. */
export function restrictToOwner(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}
