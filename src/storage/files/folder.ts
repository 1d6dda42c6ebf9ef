import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import {
  access,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileFacts, FileStore } from '../../kernel/files.ts';
import { errorCode } from '../../kernel/thrown.ts';
import { respondWithFile, type ByteRange } from './file-response.ts';

/** Largest part of a file that is read at once instead of as a stream, in bytes. */
const MOST_AT_ONCE = 262_144;

/** Files in a folder, which all machines of an installation have to see. Files are written aside first, below `tmp`. */
export function folderFiles(root: string): FileStore {
  const placeOf = (path: string): string => join(root, path);
  async function draft(content: Buffer): Promise<string> {
    const path = join(root, 'tmp', randomUUID());
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }
  return {
    folder: root,
    async write(path, content) {
      const drafted = await draft(content);
      await mkdir(dirname(placeOf(path)), { recursive: true });
      await rename(drafted, placeOf(path));
    },
    async writeNew(path, content) {
      const drafted = await draft(content);
      try {
        await mkdir(dirname(placeOf(path)), { recursive: true });
        return await linkNew(drafted, placeOf(path), content);
      } finally {
        await rm(drafted, { force: true });
      }
    },
    read: (path) => unlessMissing(() => readFile(placeOf(path))),
    async exists(path) {
      return (await unlessMissing(async () => (await access(placeOf(path)), true))) ?? false;
    },
    open: (path) =>
      unlessMissing(async () => {
        const file = await open(placeOf(path));
        const { size } = await file.stat();
        return { size, content: file.createReadStream() };
      }),
    facts: (path) =>
      unlessMissing(async () => {
        const found = await stat(placeOf(path), { bigint: true });
        return found.isFile() ? factsOf(found) : undefined;
      }),
    respond: async (method, path, conditions) =>
      (await unlessMissing(async () => {
        const handle = await open(placeOf(path));
        let isStreamed = false;
        const read = async (range: ByteRange): Promise<Readable | Buffer> => {
          isStreamed = range.end - range.start >= MOST_AT_ONCE;
          return isStreamed ? handle.createReadStream(range) : await readPart(handle, range);
        };
        try {
          const found = await handle.stat({ bigint: true });
          if (!found.isFile()) return undefined;
          const modifiedAt = Number(modifiedAtOf(found));
          return await respondWithFile({ path, ...factsOf(found), modifiedAt, read }, method, conditions);
        } finally {
          // A stream closes the file at its end.
          if (!isStreamed) await handle.close();
        }
      })) ?? { status: 404, headers: {} },
    touch: async (path) => {
      // The time of access: that of modification is part of the entity tag.
      await unlessMissing(async () => {
        const found = await stat(placeOf(path), { bigint: true });
        await utimes(placeOf(path), Date.now() / 1000, Number(modifiedAtOf(found)) / 1000);
      });
    },
    async *list(folder) {
      const entries = await unlessMissing(() => opendir(placeOf(folder), { recursive: true }));
      for await (const entry of entries ?? []) {
        if (!entry.isFile()) continue;
        const place = join(entry.parentPath, entry.name);
        const found = await unlessMissing(() => stat(place));
        const path = relative(root, place).split(sep).join('/');
        if (found) yield { path, size: found.size, usedAt: Math.max(found.atimeMs, found.mtimeMs) };
      }
    },
    async move(from, to, twin) {
      const [source, target] = [placeOf(from), placeOf(to)];
      await mkdir(dirname(target), { recursive: true });
      if (twin !== undefined && twin !== to && (await shares(source, placeOf(twin), target))) return;
      await unlessMissing(() => rename(source, target));
    },
    remove: (path) => rm(placeOf(path), { force: true }),
    async removeOlder(folder, moment) {
      const entries = (await unlessMissing(() => readdir(placeOf(folder), { withFileTypes: true }))) ?? [];
      for (const entry of entries.filter((one) => one.isFile())) {
        const path = join(placeOf(folder), entry.name);
        const facts = await stat(path).catch(() => undefined);
        if (facts && facts.mtime < moment) await rm(path, { force: true });
      }
    },
    close: () => {},
  };
}

/**
 * The entity tag is made of the time of modification, the size and the number of the file on its disk: files are replaced whole, so
 * that two of one millisecond have two numbers.
 */
function factsOf(found: BigIntStats): FileFacts {
  const { size, ino } = found;
  const parts = [modifiedAtOf(found), size, ino].map((part) => part.toString(36));
  return { size: Number(size), etag: `"${parts.join('-')}"` };
}

/** In milliseconds, to the nearest: more than that is lost when the time is written. */
function modifiedAtOf({ mtimeNs }: BigIntStats): bigint {
  return (mtimeNs + 500_000n) / 1_000_000n;
}

/** Reads a part of a file; throws when the file has become shorter meanwhile. */
async function readPart(handle: FileHandle, { start, end }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(end - start + 1);
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at);
    if (bytesRead === 0) throw new Error('a file became shorter while it was read');
    at += bytesRead;
  }
  return bytes;
}

/** Gives a file the name `path` unless that is taken; gives whether it did. */
async function linkNew(drafted: string, path: string, content: Buffer): Promise<boolean> {
  try {
    await link(drafted, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // A file system without links.
    return await writeFile(path, content, { flag: 'wx' }).then(
      () => true,
      (other: unknown) => {
        if (errorCode(other) === 'EEXIST') return false;
        throw other;
      },
    );
  }
}

/** Puts a second name of `twin` in place of `source`; false where the twin is gone, or the file system cannot do that. */
async function shares(source: string, twin: string, target: string): Promise<boolean> {
  const name = `${target}.${randomUUID()}`;
  try {
    // Files that were moved before are skipped.
    await access(source);
    await link(twin, name);
    await rename(name, target);
    // Two names of one file: the move does nothing, and leaves the first.
    await rm(name, { force: true });
    await rm(source, { force: true });
    return true;
  } catch {
    await rm(name, { force: true });
    return false;
  }
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    // Also below a file instead of a folder, and beyond the longest name of the file system.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
