import { randomUUID } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { followersOf } from './followers.ts';
import { logEnds, readLog, sequenceChanges, type LoggedChange } from './log.ts';
import './tables.ts';

/** A follower of the log of changes. */
interface LogFollower {
  /** Unique in the installation: the name of its cursor. */
  readonly name: string;
  /** Changes that are handed over at once, at most. */
  readonly limit: number;
  /** Whether it can take changes at present. */
  isReady(): boolean;
  /** Processes changes, in order, within `LEASE`; if it throws, it is called again with the same ones. */
  take(changes: readonly LoggedChange[]): Promise<void>;
  /** Called with the error of a failed attempt. */
  failed(error: unknown): void;
}

/** How long a process follows alone without a sign of life, in milliseconds. */
const LEASE = 30_000;
/** Pause after a failure, and while somebody else follows, in milliseconds. */
const PAUSE = 1000;

const claim = preparedFirst((db, p: Params<{ name: string; owner: string; now: number; until: number }>) =>
  db
    .updateTable('change_cursor')
    .set({ owner: p.owner, leased_until: p.until })
    .where('name', '=', p.name)
    .where((eb) => eb.or([eb('owner', '=', p.owner), eb('leased_until', '<', p.now)]))
    .returning('position'),
);
const begin = preparedWrite((db, p: Params<{ name: string; position: number }>) =>
  db
    .insertInto('change_cursor')
    .values({ name: p.name, position: p.position, leased_until: 0 })
    .onConflict((conflict) => conflict.doNothing()),
);
const advance = preparedWrite((db, p: Params<{ name: string; owner: string; position: number; until: number }>) =>
  db
    .updateTable('change_cursor')
    .set({ position: p.position, leased_until: p.until })
    .where('name', '=', p.name)
    .where('owner', '=', p.owner),
);
const release = preparedWrite((db, p: Params<{ name: string; owner: string }>) =>
  db.updateTable('change_cursor').set({ leased_until: 0 }).where('name', '=', p.name).where('owner', '=', p.owner),
);

/**
 * Follows the log in the background: one process of all at a time, from where the last one came to, each change at least once and
 * in order. A new follower begins at the end of the log.
 */
export function startFollowing(platform: Platform, follower: LogFollower): Worker {
  const call = platform.newCall(system.caller, system.scope);
  const { name, limit } = follower;
  const owner = randomUUID();
  const followers = followersOf(platform);
  /** Where this process stands, and until when nobody else follows; undefined: it does not. */
  let lease: { position: number; until: number } | undefined;

  // At once, so that nothing is missed while it cannot take changes yet.
  let begun = settled(beginCursor(call, name));

  const take = async (): Promise<'more' | void> => {
    lease = lease && lease.until > Date.now() + LEASE / 2 ? lease : await claimCursor(call, name, owner);
    if (!lease) return;
    const { changes, isMore } = await readLog(call, lease.position, limit);
    if (changes.length > 0) {
      await follower.take(changes);
      const position = elementAt(changes, -1).position;
      const until = Date.now() + LEASE;
      const advancedRows = await call.transaction(({ db }) => advance(db, { name, owner, position, until }));
      // Another process follows meanwhile: this one was too slow.
      lease = advancedRows > 0 ? { position, until } : undefined;
    }
    if (!isMore) await followers.more();
    return 'more';
  };
  return startRepeating({
    interval: PAUSE,
    turn: async (stopping) => {
      const problem = await begun;
      if (problem) throw problem;
      return follower.isReady() && !stopping.aborted ? await take() : undefined;
    },
    failed: (error) => {
      lease = undefined;
      begun = settled(beginCursor(call, name));
      follower.failed(error);
    },
    end: async () => {
      await call.transaction(({ db }) => release(db, { name, owner })).catch(() => 0);
    },
  });
}

/** The error of a step; undefined: it succeeded. */
function settled(step: Promise<void>): Promise<Error | undefined> {
  return step.then(
    () => undefined,
    (error: Error) => error,
  );
}

/** Puts a new follower at the end of the log, where it is not known yet. */
async function beginCursor(call: Call, name: string): Promise<void> {
  await sequenceChanges(call);
  const { latest } = await logEnds(call.db);
  await call.transaction(({ db }) => begin(db, { name, position: latest }));
}

async function claimCursor(
  call: Call,
  name: string,
  owner: string,
): Promise<{ position: number; until: number } | undefined> {
  const now = Date.now();
  const until = now + LEASE;
  const found = await call.transaction(({ db }) => claim(db, { name, owner, now, until }));
  return found && { position: found.position, until };
}
