import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How long a file that was staged and not placed is kept, in milliseconds. */
const STAGE_LIFETIME = 3_600_000;

/** Image files in one folder, by their path in it: `/t/i/tiny.png` of a product. */
export interface MediaFiles {
  /** Writes a file into a hidden place, while it is not known whether it is to stay; gives the name that `place` takes. */
  stage(content: Buffer): Promise<string>;
  /** Moves a staged file to its path. `twin`: the path of a file with the same content, to share its bytes. */
  place(staged: string, file: string, twin: string | undefined): Promise<void>;
  /** The content of a file; undefined when it does not exist. */
  read(file: string): Promise<Buffer | undefined>;
  /** Removes a file, if it exists. */
  remove(file: string): Promise<void>;
}

/** Files below `root`; staged files are in `tmp/media` of the folder of everything that is written. */
export function createMediaFiles(root: string, varFolder: string): MediaFiles {
  const stages = join(varFolder, 'tmp', 'media');
  return {
    async stage(content) {
      await mkdir(stages, { recursive: true });
      await sweep(stages);
      const staged = join(stages, randomUUID());
      await writeFile(staged, content);
      return staged;
    },
    async place(staged, file, twin) {
      const path = join(root, file);
      await mkdir(dirname(path), { recursive: true });
      await rm(path, { force: true });
      if (twin !== undefined && (await linked(join(root, twin), path))) await rm(staged, { force: true });
      else await rename(staged, path);
    },
    async read(file) {
      try {
        return await readFile(join(root, file));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (file) => rm(join(root, file), { force: true }),
  };
}

/** A free name for a new file: the wanted one, or with a number if that is taken: `mug_1.png`. */
export async function freeName(
  name: string,
  takenOf: (names: readonly string[]) => Promise<Iterable<string>>,
): Promise<string> {
  const dot = name.lastIndexOf('.');
  const candidate = (n: number): string => (n === 0 ? name : `${name.slice(0, dot)}_${n}${name.slice(dot)}`);
  for (let from = 0, count = 10; ; from += count, count *= 4) {
    const names = Array.from({ length: count }, (_, i) => candidate(from + i));
    const taken = new Set(await takenOf(names));
    const free = names.find((one) => !taken.has(one));
    if (free !== undefined) return free;
  }
}

/** Gives a file a second name; false where the file does not exist, or the file system cannot do that. */
async function linked(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch {
    return false;
  }
}

/** Removes files that were staged by transactions that were undone. */
async function sweep(stages: string): Promise<void> {
  for (const name of await readdir(stages)) {
    const path = join(stages, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts && Date.now() - facts.mtimeMs > STAGE_LIFETIME) await rm(path, { force: true });
  }
}
