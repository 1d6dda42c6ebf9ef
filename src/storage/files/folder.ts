import { randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '../../kernel/files.ts';
import { errorCode } from '../../kernel/thrown.ts';

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
    respond: () => {
      throw new Error('the HTTP server itself serves a folder');
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
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
