import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../kernel/thrown.ts';

/** Folder of snapshots, below the folder of all written data. */
const SNAPSHOTS = 'snapshots';
/** Folders that snapshots leave out. */
const leftOut = new Set([SNAPSHOTS, 'tmp']);

const folderFor = (varFolder: string, name: string): string => join(varFolder, SNAPSHOTS, name);

/**
 * Copies the files of an installation (media, emails) for a snapshot. Files are never changed in place, so links do. Files in an
 * object store are not copied.
 */
export async function copyFiles(varFolder: string, name: string): Promise<void> {
  await removeFiles(varFolder, name);
  const draft = `${folderFor(varFolder, name)}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  for (const folder of await foldersIn(varFolder)) await linkTree(join(varFolder, folder), join(draft, folder));
  await rename(draft, folderFor(varFolder, name));
}

/** Replaces the files of an installation by those of a snapshot. */
export async function putFilesBack(varFolder: string, name: string): Promise<void> {
  const source = folderFor(varFolder, name);
  const stored = new Set(await foldersIn(source));
  for (const folder of new Set([...stored, ...(await foldersIn(varFolder))])) {
    await rm(join(varFolder, folder), { recursive: true, force: true });
    if (stored.has(folder)) await linkTree(join(source, folder), join(varFolder, folder));
  }
}

/** Removes the files of a snapshot. */
export async function removeFiles(varFolder: string, name: string): Promise<void> {
  await rm(folderFor(varFolder, name), { recursive: true, force: true });
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((one) => one.isDirectory() && !leftOut.has(one.name)).map(({ name }) => name);
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    // A file system without links.
    else if (entry.isFile()) await link(source, target).catch(() => copyFile(source, target));
  }
}
