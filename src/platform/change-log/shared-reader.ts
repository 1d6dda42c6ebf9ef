import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import { RecentMap } from '../../storage/recent-map.ts';
import { followersOf } from './followers.ts';
import { logEnds, readLog, sequenceChanges, type LoggedChange, type LogPage } from './log.ts';

/** Positions of a part of the log. */
const SPAN = 500;
/** Parts in memory at most, besides the last one: about 20 MB with the text of each change. */
const PARTS = 48;
/** Longest time that a follower waits, in milliseconds: then it may show that it is alive. */
const REST = 1000;

/** The end of the log: the changes after `from`, a multiple of `SPAN`, up to `to`. */
interface LogEnd {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly LoggedChange[];
}

interface Waiter {
  readonly after: number;
  /** Ends the wait, with the error of the reader if it has failed. */
  readonly end: (error?: unknown) => void;
}

/**
 * Reads the log of changes for all streams of a process. It follows the end of the log as long as some stream waits there, and keeps the
 * parts that were read last; streams elsewhere in the log read a part of it, which all streams in that part share.
 */
class SharedReader {
  readonly #platform: Platform;
  #end: LogEnd | undefined;
  #opening: Promise<LogEnd> | undefined;
  #isFollowing = false;
  readonly #waiting = new Set<Waiter>();
  readonly #parts = new RecentMap<readonly LoggedChange[]>(PARTS);
  readonly #reading = new Map<number, Promise<readonly LoggedChange[]>>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** As `readLog`, up to the end of the log as it was last read. `more` waits for later changes. */
  async read(after: number, limit: number, entities: readonly string[] | undefined): Promise<LogPage> {
    const end = this.#end ?? (await this.#open());
    if (after >= end.from) return pageOf(end.changes, { after, to: Math.max(after, end.to), limit, entities }, false);
    const part = Math.floor(after / SPAN);
    const changes = this.#parts.get(String(part)) ?? (entities ? undefined : await this.#readPart(part));
    // The database finds changes of some kinds faster in parts that nobody else reads, and skips parts that are removed.
    if (!changes || changes.length === 0) return readLog(this.#newCall(), after, limit, entities);
    return pageOf(changes, { after, to: (part + 1) * SPAN, limit, entities }, true);
  }

  /** Resolves when there is more after a position, after a second, or when following ends. Throws when the log cannot be read. */
  more(after: number, signal: AbortSignal): Promise<void> {
    if (this.#end && this.#end.to > after) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const leave = (): void => waiter.end();
      const waiter: Waiter = {
        after,
        end: (error) => {
          this.#waiting.delete(waiter);
          signal.removeEventListener('abort', leave);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      this.#waiting.add(waiter);
      signal.addEventListener('abort', leave);
      if (signal.aborted) leave();
      else if (!this.#isFollowing) void this.#follow();
    });
  }

  #newCall(): Call {
    return this.#platform.newCall(system.caller, system.scope);
  }

  /** Follows the end of the log until nobody has waited there for a second. */
  async #follow(): Promise<void> {
    this.#isFollowing = true;
    const followers = followersOf(this.#platform);
    let failure: unknown;
    let wokenAt = Date.now();
    let awaitedAt = Date.now();
    try {
      await this.#catchUp();
      while (Date.now() - awaitedAt < REST && !followers.stopping.aborted) {
        await this.#advance();
        const isTime = Date.now() - wokenAt >= REST;
        if (isTime) wokenAt = Date.now();
        if (this.#waiting.size > 0) awaitedAt = Date.now();
        const to = this.#end?.to;
        this.#wake(({ after }) => isTime || (to !== undefined && after < to));
        await followers.more();
      }
    } catch (error) {
      this.#end = undefined;
      failure = error;
    }
    this.#isFollowing = false;
    this.#wake(() => true, failure);
  }

  #wake(isMeant: (waiter: Waiter) => boolean, error?: unknown): void {
    for (const waiter of this.#waiting) if (isMeant(waiter)) waiter.end(error);
  }

  /** Goes to the end of a log that nobody has followed for long. */
  async #catchUp(): Promise<void> {
    const call = this.#newCall();
    await sequenceChanges(call);
    const { latest } = await logEnds(call.db);
    if (this.#end && latest - this.#end.to > SPAN) this.#end = undefined;
  }

  async #advance(): Promise<void> {
    let end = this.#end ?? (await this.#open());
    for (let isMore = true; isMore;) {
      const page = await readLog(this.#newCall(), end.to, SPAN);
      this.#end = end = this.#grown(end, page);
      isMore = page.isMore;
    }
  }

  /** The end of the log after reading another page; older changes move into parts. */
  #grown({ from, to, changes }: LogEnd, page: LogPage): LogEnd {
    let start = from;
    let rest = page.changes.length > 0 ? [...changes, ...page.changes] : changes;
    const last = Math.max(to, page.position);
    for (; start + SPAN <= last; start += SPAN) {
      const next = start + SPAN;
      this.#parts.set(
        String(start / SPAN),
        rest.filter(({ position }) => position <= next),
      );
      rest = rest.filter(({ position }) => position > next);
    }
    return { from: start, to: last, changes: rest };
  }

  /** Reads the last part of the log, once for all who ask meanwhile. */
  #open(): Promise<LogEnd> {
    this.#opening ??= (async () => {
      try {
        const call = this.#newCall();
        await sequenceChanges(call);
        const { latest } = await logEnds(call.db);
        const from = Math.floor(latest / SPAN) * SPAN;
        return (this.#end = this.#grown({ from, to: from, changes: [] }, await readLog(call, from, SPAN)));
      } finally {
        this.#opening = undefined;
      }
    })();
    return this.#opening;
  }

  /** Reads a part that is complete, once for all who ask meanwhile. */
  #readPart(part: number): Promise<readonly LoggedChange[]> {
    const known = this.#reading.get(part);
    if (known) return known;
    const read = (async () => {
      try {
        const { changes } = await readLog(this.#newCall(), part * SPAN, SPAN);
        const own = changes.filter(({ position }) => position <= (part + 1) * SPAN);
        this.#parts.set(String(part), own);
        return own;
      } finally {
        this.#reading.delete(part);
      }
    })();
    this.#reading.set(part, read);
    return read;
  }
}

/** A page of changes in memory, which reach up to `to`; `isMore`: whether the log goes on behind them. */
function pageOf(
  changes: readonly LoggedChange[],
  range: {
    readonly after: number;
    readonly to: number;
    readonly limit: number;
    readonly entities: readonly string[] | undefined;
  },
  isMore: boolean,
): LogPage {
  const { after, to, limit, entities } = range;
  const found: LoggedChange[] = [];
  for (const change of changes) {
    if (change.position <= after || entities?.includes(change.entity) === false) continue;
    if (found.length === limit) return { changes: found, position: elementAt(found, -1).position, isMore: true };
    found.push(change);
  }
  return { changes: found, position: to, isMore };
}

const readers = new WeakMap<object, SharedReader>();

/** The reader that all streams of a platform share in this process. */
export function sharedReader(platform: Platform): SharedReader {
  const { services } = platform;
  let found = readers.get(services);
  if (!found) readers.set(services, (found = new SharedReader(platform)));
  return found;
}
