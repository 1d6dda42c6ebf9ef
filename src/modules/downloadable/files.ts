import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Kinds of files: bought ones, and samples of links and of products. */
export type FileKind = 'links' | 'link_samples' | 'samples';

/** Files of downloadable products, by their path as the interface shows it: `/p/a/part.zip`. */
export interface DownloadableFiles {
  /** Writes a new file; gives its path. If the name is taken, a number is added. */
  write(kind: FileKind, name: string, content: Buffer): Promise<string>;
  exists(kind: FileKind, path: string): Promise<boolean>;
  /** Where an existing file lies. */
  path(kind: FileKind, path: string): string;
}

/** Greatest number of files with the same name. */
const MAX_NAMESAKES = 10_000;
const MAX_NAME_LENGTH = 90;

/** Stores the files in a folder that the server does not serve, because bought files are not for everybody. */
export function createDownloadableFiles(folder: string): DownloadableFiles {
  return {
    async write(kind, name, content) {
      const safe = safeName(name);
      const dot = safe.lastIndexOf('.');
      const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
      for (let i = 0; i < MAX_NAMESAKES; i++) {
        const path = dispersed(`${stem}${i === 0 ? '' : `_${i}`}${extension}`);
        if (await writeNew(join(folder, kind, path), content)) return path;
      }
      throw new Error(`There are too many files called ${safe}`);
    },
    path: (kind, path) => join(folder, kind, path),
    async exists(kind, path) {
      if (!/^(\/[\w-][\w.-]*)+$/.test(path)) return false;
      try {
        await access(join(folder, kind, path));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** A safe name: letters, digits, `_`, `-` and `.`, but neither `-` nor `.` at its beginning. */
function safeName(name: string): string {
  const safe = name.replace(/[^a-z0-9_.-]+/gi, '_').replace(/^\.+/, '_');
  return safe.slice(-MAX_NAME_LENGTH).replace(/^[.-]/, '_');
}

/** The path of a file, within a folder for each of its first two letters. */
function dispersed(name: string): string {
  const folderOf = (i: number) => (/[a-z0-9]/i.test(name.charAt(i)) ? name.charAt(i).toLowerCase() : '_');
  return `/${folderOf(0)}/${folderOf(1)}/${name}`;
}

/** Writes a file unless one exists; gives whether it was written. */
async function writeNew(path: string, content: Buffer): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
