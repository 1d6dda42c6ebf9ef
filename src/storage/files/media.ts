import { randomUUID } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import type { Files, IsFileUsed } from '../../kernel/files.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { appendToOutbox, finishOutbox, returnToOutbox, takeFromOutbox, type OutboxEntry } from '../outbox.ts';
import { preparedFirst, type Params } from '../prepared.ts';

/**
 * Files that rows of the database refer to. A transaction first stages a file in a private place. The moves and removals after
 * its commit are entries of the outbox, written in the same transaction. They are executed right after the commit, and checked
 * a minute later by a worker, so that a killed process leaves neither a row without its file nor a file without its row.
 */

/** Image files in one folder, by their path in it: `/t/i/tiny.png` of a product. */
export interface MediaFiles {
  /** Writes a file into a hidden place, while it is not known whether it is to stay; gives the name that `place` takes. */
  stage(content: Buffer): Promise<string>;
  /**
   * Moves a staged file to its path once the transaction of `call` is committed. `twin`: the path of a file with the same content,
   * to share its bytes.
   */
  place(call: Call, staged: string, file: string, twin: string | undefined): Promise<void>;
  /** The content of a file; undefined when it does not exist. */
  read(file: string): Promise<Buffer | undefined>;
  /** Removes files once the transaction of `call` is committed; missing files are skipped. */
  remove(call: Call, files: readonly string[]): Promise<void>;
}

/** An entry of the outbox: the move or removal of a file. */
type FileWork =
  | { readonly folder: string; readonly place: string; readonly staged: string; readonly twin?: string }
  | { readonly folder: string; readonly remove: string };

const TOPIC = 'files';
const STAGES = 'tmp/media';
/** Milliseconds after which a worker checks the file work of a process. */
const DELAY = 60_000;
/** How long a file that was staged and not placed is stored, in milliseconds. */
const STAGE_LIFETIME = 86_400_000;
const SWEEP_INTERVAL = 3_600_000;
const INTERVAL = 5000;
const BATCH = 200;
/** How long a process has a batch to itself, in milliseconds. */
const LEASE = 300_000;

/** Makes the files below `folder` (`media/wrapping`). `isUsed`: whether a row refers to one, by its path in that folder. */
export function createMediaFiles({ store, media }: Files, folder: string, isUsed: IsFileUsed): MediaFiles {
  media.set(folder, isUsed);
  const note = (call: Call, works: readonly FileWork[]): Promise<void> => appendToOutbox(call.db, TOPIC, works, DELAY);
  const pathOf = (file: string): string => pathIn(folder, file);
  return {
    async stage(content) {
      const staged = `${STAGES}/${randomUUID()}`;
      await store.write(staged, content);
      return staged;
    },
    async place(call, staged, file, twin) {
      await note(call, [{ folder, place: file, staged, ...(twin !== undefined && { twin }) }]);
      call.afterCommit(() => store.move(staged, pathOf(file), twin === undefined ? undefined : pathOf(twin)));
    },
    read: (file) => store.read(pathOf(file)),
    async remove(call, files) {
      if (files.length === 0) return;
      await note(
        call,
        files.map((file) => ({ folder, remove: file })),
      );
      for (const file of files) call.afterCommit(() => store.remove(pathOf(file)));
    },
  };
}

const firstDue = preparedFirst((db, p: Params<{ now: number }>) =>
  db.selectFrom('outbox').select('id').where('topic', '=', TOPIC).where('available_at', '<=', p.now).limit(1),
);

/** Completes the file work of killed processes, and removes abandoned staged files. */
export function startFileWorker(platform: Platform, files: Files): Worker {
  const call = platform.newCall(system.caller, system.scope);
  let sweptAt = 0;
  return startRepeating({
    interval: INTERVAL,
    async turn() {
      if (Date.now() - sweptAt >= SWEEP_INTERVAL) {
        sweptAt = Date.now();
        await files.store.removeOlder(STAGES, new Date(Date.now() - STAGE_LIFETIME));
      }
      return (await finishDue(call, files)) === BATCH ? 'more' : undefined;
    },
    failed: (error) => platform.log.warn({ err: error }, 'pending changes of files failed; trying again'),
  });
}

/** Executes due entries; returns their number. */
async function finishDue(call: Call, files: Files): Promise<number> {
  if (!(await firstDue(call.db, { now: Date.now() }))) return 0;
  const storage = { transaction: <T>(work: (db: Call['db']) => Promise<T>) => call.transaction(({ db }) => work(db)) };
  const entries = await takeFromOutbox(storage, TOPIC, BATCH, LEASE);
  const finishedIds: number[] = [];
  try {
    for (const entry of entries) {
      await finish(call, files, entry);
      finishedIds.push(entry.id);
    }
  } finally {
    await finishOutbox(storage, finishedIds);
    const left = entries.map(({ id }) => id).filter((id) => !finishedIds.includes(id));
    await returnToOutbox(storage, left, DELAY);
  }
  return entries.length;
}

/** Checks the present rows of the database: another file may have the name by now. */
async function finish(call: Call, { store, media }: Files, { payload }: OutboxEntry): Promise<void> {
  const work = parseJson<FileWork>(payload);
  const { folder } = work;
  // A module that is no longer there: nobody can tell.
  const isUsed = media.get(folder);
  if (!isUsed) return;
  if ('remove' in work) {
    if (!(await isUsed(call, work.remove))) await store.remove(pathIn(folder, work.remove));
    return;
  }
  const { place, staged, twin } = work;
  if (!(await isUsed(call, place))) await store.remove(staged);
  else await store.move(staged, pathIn(folder, place), twin === undefined ? undefined : pathIn(folder, twin));
}

function pathIn(folder: string, file: string): string {
  return `${folder}/${file.replace(/^\/+/, '')}`;
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
    const takenNames = new Set(await takenOf(names));
    const free = names.find((one) => !takenNames.has(one));
    if (free !== undefined) return free;
  }
}
