import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, type PoolClient } from 'pg';
import { storageErrors } from './errors.ts';
import type { StorageLog } from './engine.ts';

/** Something that waits for the server. */
interface Wait {
  readonly since: number;
  /** When it is given up in any case. */
  readonly end: number;
  /** The connection it waits on; undefined while it waits for one. */
  readonly client: PoolClient | undefined;
  giveUp(): void;
  /** The server was found not to be working for it, though it should. */
  isSuspect: boolean;
}

/** Milliseconds between two looks at what waits, and between two tries to reach a server that is away. */
const interval = 250;
/** Of the time in which a server that does not answer is noticed: when it is asked, and how long it has to answer. */
const ASKED_AFTER = 0.3;
const ANSWERS_WITHIN = 0.4;

/**
 * Notices a server that has stopped answering: connections stay open, or can even be made, but nothing comes. A slow statement
 * is not that: once something has waited for a while, the server is asked by a connection of its own. Where that gets no answer,
 * all that waits is given up, and what comes is refused at once until the server answers again. Where it does, single
 * connections on which the server waits for us while we wait for it are given up.
 */
export class PostgresWatch {
  readonly #url: string;
  /** Milliseconds within which a server that is away is noticed. */
  readonly #limit: number;
  readonly #log: StorageLog;
  readonly #waits = new Set<Wait>();
  readonly #timer: NodeJS.Timeout;
  #isAsking = false;
  #isAway = false;
  #isClosed = false;

  constructor(url: string, limit: number, log: StorageLog) {
    this.#url = url;
    this.#limit = limit;
    this.#log = log;
    this.#timer = setInterval(() => this.#look(), interval).unref();
  }

  /** Throws while the server is away. */
  check(): void {
    if (this.#isAway) throw storageErrors.away();
  }

  /** What `run` gives; `giveUp` is called when it takes longer than `patience` milliseconds, or the server is away. */
  async follow<T>(run: Promise<T>, patience: number, giveUp: () => void, client?: PoolClient): Promise<T> {
    const since = Date.now();
    const wait: Wait = { since, end: since + patience, client, giveUp, isSuspect: false };
    this.#waits.add(wait);
    try {
      return await run;
    } finally {
      this.#waits.delete(wait);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = Date.now();
    let isLong = false;
    for (const wait of this.#waits) {
      if (now >= wait.end) wait.giveUp();
      else isLong ||= now - wait.since >= this.#limit * ASKED_AFTER;
    }
    if (isLong && !this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      this.#judge(await this.#idleBackends());
      // No more often than the first time.
      await sleep(this.#limit * ASKED_AFTER, undefined, { ref: false });
    } catch (error) {
      if (!this.#isClosed) await this.#waitForReturn(error);
    } finally {
      this.#isAsking = false;
    }
  }

  /** Gives up the statements that the server was seen twice not to be working on. */
  #judge(idle: ReadonlySet<number>): void {
    const before = Date.now() - (this.#limit * ASKED_AFTER) / 2;
    for (const wait of this.#waits) {
      if (!idle.has(processOf(wait)) || wait.since > before) wait.isSuspect = false;
      else if (wait.isSuspect) wait.giveUp();
      else wait.isSuspect = true;
    }
  }

  async #waitForReturn(error: unknown): Promise<void> {
    this.#isAway = true;
    this.#log.warn({ error: (error as Error).message }, 'PostgreSQL does not answer; calls are refused until it does');
    for (const wait of this.#waits) wait.giveUp();
    while (this.#isAway && !this.#isClosed) {
      await sleep(interval, undefined, { ref: false });
      try {
        await this.#idleBackends();
        this.#isAway = false;
      } catch {
        // It is still away.
      }
    }
    if (!this.#isClosed) this.#log.warn({}, 'PostgreSQL answers again');
  }

  /**
   * Of the server's processes that somebody waits for, those that are not at work on a statement. Throws when the server does
   * not answer.
   */
  async #idleBackends(): Promise<Set<number>> {
    const client = new Client({ connectionString: this.#url, application_name: 'souk watch' });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      // An answer that is there is read first: the process may have been busy.
      () => setImmediate(() => late.reject(new Error('no answer in time'))),
      this.#limit * ANSWERS_WITHIN,
    );
    client.on('error', () => {});
    const asked = async (): Promise<Set<number>> => {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where pid = any($1::int[]) and state in ('idle', 'idle in transaction')`,
        [[...this.#waits].map(processOf)],
      );
      void client.end();
      return new Set(rows.map(({ pid }) => pid));
    };
    const answer = asked();
    answer.catch(() => {});
    try {
      return await Promise.race([answer, late.promise]);
    } catch (error) {
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      // It refuses, for whatever reason: so it is there.
      if (error instanceof DatabaseError) return new Set();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Id of the server's process behind a connection; 0 where there is none. */
function processOf({ client }: Wait): number {
  return (client as unknown as { processID?: number } | undefined)?.processID ?? 0;
}
