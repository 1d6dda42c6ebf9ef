import type { FileStore } from '../../kernel/files.ts';
import { RecentMap } from '../../storage/recent-map.ts';

/** Below the folder of files, beside `media`, so that nobody reads it by an address. */
const FOLDER = 'cache/pictures';
/** Milliseconds between two records of the use of a picture. */
const BETWEEN_TOUCHES = 3_600_000;
const MOST_TOUCHES = 20_000;
/** The part of the limit that a process writes before it lists the pictures again, and that stays after a removal. */
const WRITTEN_PART = 0.1;
const REMAINING_PART = 0.8;

/** Pictures that were made of originals, in files that all processes share, within a limit of bytes. */
export interface StoredPictures {
  /** The path of a picture in the store of files. `key`: hexadecimal digits. */
  pathOf(key: string, extension: string): string;
  /** Writes a picture, and removes those that were not used for longest when there are too many bytes. */
  write(path: string, content: Buffer): Promise<void>;
  /** Records that a picture was served. */
  use(path: string): void;
  /** Resolves when no removal is under way. */
  settled(): Promise<void>;
}

/** `limit`: in bytes. `failed`: called with errors of work in the background. */
export function createStoredPictures(
  store: FileStore,
  limit: number,
  failed: (error: unknown) => void,
): StoredPictures {
  const touches = new RecentMap<number>(MOST_TOUCHES);
  /** Bytes of all pictures when they were listed last; undefined: never yet. */
  let listed: number | undefined;
  let written = 0;
  let removal: Promise<void> | undefined;

  async function removeOldest(): Promise<void> {
    written = 0;
    const pictures = [];
    for await (const picture of store.list(FOLDER)) pictures.push(picture);
    let total = pictures.reduce((sum, { size }) => sum + size, 0);
    if (total > limit) {
      pictures.sort((a, b) => a.usedAt - b.usedAt);
      for (const { path, size } of pictures) {
        if (total <= limit * REMAINING_PART) break;
        await store.remove(path);
        total -= size;
      }
    }
    listed = total;
  }

  return {
    pathOf: (key, extension) => `${FOLDER}/${key.slice(0, 2)}/${key}.${extension}`,
    async write(path, content) {
      await store.write(path, content);
      touches.set(path, Date.now());
      written += content.length;
      const isFull = listed === undefined || listed + written > limit || written > limit * WRITTEN_PART;
      if (!isFull || removal) return;
      removal = removeOldest()
        .catch(failed)
        .finally(() => (removal = undefined));
    },
    use(path) {
      if (Date.now() - (touches.get(path) ?? 0) < BETWEEN_TOUCHES) return;
      touches.set(path, Date.now());
      store.touch(path).catch(failed);
    },
    settled: async () => await removal,
  };
}
