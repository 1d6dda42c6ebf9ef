import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportRow } from '../../../platform/row-import/rows.ts';
import { mediaPathsOf } from './media-paths.ts';
import { isUrl, type MediaSource } from './media-source.ts';

/** Files that are downloaded at the same time. */
const PARALLEL = 4;
/** Bytes of files of rows that are saved in one transaction; the last row may exceed it. */
const MOST_IN_BATCH = 32 * 2 ** 20;
/** Bytes of downloaded files that are held at the same time; the last file may exceed it. */
const MOST_HELD = 2 ** 30;

/** The place of a download in the file of all, or the error that reading it throws. */
interface Place {
  readonly at: number;
  readonly length: number;
  readonly error?: unknown;
}

/** The files of other servers that rows name, downloaded before the transaction that saves the rows. */
export interface MediaStock extends MediaSource {
  /** Downloads the files of rows in order, until they have enough bytes for one transaction; returns the number of these rows. */
  fill(rows: readonly ImportRow[]): Promise<number>;
  /** Forgets the downloaded files. */
  clear(): void;
  close(): Promise<void>;
}

/** Where the files of an import come from, and where downloads are held. */
interface StockSettings {
  readonly source: MediaSource;
  /** Separator within cells with several values. */
  readonly separator: string;
  /** Folder for the file of downloads. */
  readonly folder: string;
  /** Whether files that the stock has no room for are read from the source; otherwise their rows are refused. */
  readonly readsSurplus: boolean;
}

/**
 * Opens a stock of downloaded files. A download that fails is reported when its file is read, so that its row is refused. Downloads
 * are held in one file without a name, which ends with the process.
 */
export function openMediaStock({ source, separator, folder, readsSurplus }: StockSettings): MediaStock {
  const places = new Map<string, Promise<Place>>();
  let file: Promise<FileHandle> | undefined;
  let end = 0;

  const write = async (content: Buffer): Promise<Place> => {
    const place = { at: end, length: content.length };
    end += content.length;
    await (await (file ??= openUnnamed(folder))).write(content, 0, place.length, place.at);
    return place;
  };
  const download = async (url: string): Promise<Place> => {
    const read = source.read(url).then(
      (content) => ({ content, error: undefined }),
      (error: unknown) => ({ content: undefined, error }),
    );
    const { content, error } = await read;
    return content ? await write(content) : { at: 0, length: 0, error };
  };
  /** Downloads a file unless it is held; returns its size in bytes. */
  const load = async (path: string): Promise<number> => {
    if (!isUrl(path)) return await source.size(path);
    const isFull = end >= MOST_HELD;
    if (!places.has(path) && !isFull) places.set(path, download(path));
    if (!places.has(path) && !readsSurplus) places.set(path, Promise.resolve(surplus));
    return (await places.get(path))?.length ?? 0;
  };
  return {
    size: (path) => source.size(path),
    async read(path) {
      const place = await places.get(path);
      if (!place) return await source.read(path);
      if ('error' in place) throw place.error;
      const content = Buffer.alloc(place.length);
      await (await file)?.read(content, 0, place.length, place.at);
      return content;
    },
    async fill(rows) {
      let [next, bytes] = [0, 0];
      const work = async (): Promise<void> => {
        while (bytes < MOST_IN_BATCH) {
          const row = rows[next];
          if (!row) return;
          next++;
          for (const path of mediaPathsOf(row, separator)) {
            const size = await load(path);
            bytes += size;
          }
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, work));
      return next;
    },
    clear() {
      places.clear();
      end = 0;
    },
    close: async () => (await file)?.close(),
  };
}

const surplus: Place = { at: 0, length: 0, error: new Error(`files of one import have more than ${MOST_HELD} bytes`) };

/** Opens a new file that has no name: nothing of it is left after the end of the process. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `downloads-${randomUUID()}`);
  const file = await open(path, 'wx+');
  await rm(path);
  return file;
}
