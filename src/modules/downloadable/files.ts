import type { FileStore, OpenedFile } from '../../kernel/files.ts';

/** Kinds of files: bought ones, and samples of links and of products. */
export type FileKind = 'links' | 'link_samples' | 'samples';

/** Files of downloadable products, by their path as the interface shows it: `/p/a/part.zip`. */
export interface DownloadableFiles {
  /** Writes a new file; gives its path. If the name is taken, a number is added. */
  write(kind: FileKind, name: string, content: Buffer): Promise<string>;
  exists(kind: FileKind, path: string): Promise<boolean>;
  /** Opens a file for reading; undefined when it does not exist. */
  open(kind: FileKind, path: string): Promise<OpenedFile | undefined>;
}

/** Greatest number of files with the same name. */
const MAX_NAMESAKES = 10_000;
const MAX_NAME_LENGTH = 90;

/** Stores the files where the server does not serve them, because bought files are not for everybody. */
export function createDownloadableFiles(store: FileStore): DownloadableFiles {
  const placeOf = (kind: FileKind, path: string): string => `downloadable/${kind}${path}`;
  return {
    async write(kind, name, content) {
      const safe = safeName(name);
      const dot = safe.lastIndexOf('.');
      const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
      for (let i = 0; i < MAX_NAMESAKES; i++) {
        const path = dispersed(`${stem}${i === 0 ? '' : `_${i}`}${extension}`);
        if (await store.writeNew(placeOf(kind, path), content)) return path;
      }
      throw new Error(`There are too many files called ${safe}`);
    },
    open: (kind, path) => store.open(placeOf(kind, path)),
    exists: async (kind, path) => /^(\/[\w-][\w.-]*)+$/.test(path) && (await store.exists(placeOf(kind, path))),
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
