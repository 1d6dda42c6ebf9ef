import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { ConfigurationReader } from '../../../kernel/call.ts';
import { errorCode } from '../../../kernel/thrown.ts';
import { fetchOutgoing } from '../../../platform/change-log/outgoing.ts';

/** A place with images and files of products. */
export interface MediaSource {
  /** The content of a file; undefined if it does not exist. Throws if it cannot be read. */
  read(path: string): Promise<Buffer | undefined>;
  /** The bytes of a file of the folder; 0 for one that cannot be read, and for URLs. */
  size(path: string): Promise<number>;
}

/** Greatest size of a file from another server, in bytes. */
const MOST_BYTES = 32 * 2 ** 20;
/** Time in which it has to arrive, in milliseconds. */
const TIMEOUT = 30_000;

/** Whether a path is the URL of another server. */
export function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * The files of a folder, and those of other servers by their URL, within the limits of outgoing requests. Paths cannot leave the
 * folder. Without a folder, only URLs can be read.
 */
export function mediaSource(config: ConfigurationReader, folder: string | undefined): MediaSource {
  const root = folder === undefined ? undefined : resolve(folder);
  /** The file at a path below the folder; undefined without a folder. Throws for a path that leaves it. */
  const fileAt = (path: string): string | undefined => {
    if (root === undefined) return undefined;
    const file = join(root, path);
    const inside = relative(root, file);
    if (inside.startsWith('..') || isAbsolute(inside)) throw new Error('the path leaves the folder of images');
    return file;
  };
  return {
    async read(path) {
      if (isUrl(path)) return await fetchOutgoing(config, { url: path, timeout: TIMEOUT, largest: MOST_BYTES });
      const file = fileAt(path);
      if (file === undefined) return undefined;
      return await readFile(file).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
    },
    async size(path) {
      try {
        const file = isUrl(path) ? undefined : fileAt(path);
        return file === undefined ? 0 : (await stat(file)).size;
      } catch {
        return 0;
      }
    },
  };
}

const missingCodes: ReadonlySet<string | undefined> = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

function isMissing(error: unknown): boolean {
  return missingCodes.has(errorCode(error));
}
