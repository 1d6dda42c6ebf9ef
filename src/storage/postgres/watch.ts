import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type PoolClient } from 'pg';
import { errorMessage } from '../../kernel/thrown.ts';
import { storageErrors } from '../errors.ts';
import type { StorageLog } from '../engine.ts';
import type { PostgresAddress } from './address.ts';
import { serverClient } from './server-client.ts';

/** A wait for an answer of the server. */
interface Wait {
  readonly since: number;
  /** Time of its abandonment, independent of the server; milliseconds since 1970. */
  readonly end: number;
  /** The connection that it waits on; undefined while it waits for a free connection. */
  readonly client: PoolClient | undefined;
  giveUp(): void;
  /** The last check found the server idle although this wait expects an answer. */
  isSuspect: boolean;
}

/** Milliseconds between two checks of the waits, and between two attempts to reach a server that does not answer. */
const interval = 250;
/** Fractions of the limit: how long a wait lasts before the server is probed, and how long the probe may take. */
const ASKED_AFTER = 0.3;
const ANSWERS_WITHIN = 0.4;

/**
 * Detects a server that no longer answers although its connections stay open. A slow statement must not look like that, so
 * the watch probes the server on a connection of its own once something has waited for a while.
 *
 * If the probe gets no answer, every wait is abandoned, and new queries are refused until the server answers again. If it does
 * get one, it tells which backends are idle. A wait on an idle backend will never end (the network lost a message), so that
 * connection alone is abandoned.
 */
export class PostgresWatch {
  readonly #address: PostgresAddress;
  /** Milliseconds within which a server that does not answer is detected. */
  readonly #limit: number;
  readonly #log: StorageLog;
  readonly #waits = new Set<Wait>();
  readonly #timer: NodeJS.Timeout;
  #isAsking = false;
  #isAway = false;
  #isClosed = false;

  constructor(address: PostgresAddress, limit: number, log: StorageLog) {
    this.#address = address;
    this.#limit = limit;
    this.#log = log;
    this.#timer = setInterval(() => this.#look(), interval).unref();
  }

  /** Throws while the server does not answer. */
  check(): void {
    if (this.#isAway) throw storageErrors.away();
  }

  /** Returns the result of `run`. Calls `giveUp` after `patience` milliseconds, or when the server does not respond. */
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
      // Wait as long before the next probe as before the first.
      await sleep(this.#limit * ASKED_AFTER, undefined, { ref: false });
    } catch (error) {
      if (!this.#isClosed) await this.#waitForReturn(error);
    } finally {
      this.#isAsking = false;
    }
  }

  /** Abandons the statements whose backend was idle at two checks in a row. */
  #judge(idle: ReadonlySet<number>): void {
    const before = Date.now() - (this.#limit * ASKED_AFTER) / 2;
    for (const wait of this.#waits) {
      // A server that is the primary no more answers nobody, or wrongly.
      if (this.#isElsewhere(wait)) wait.giveUp();
      else if (!idle.has(processOf(wait)) || wait.since > before) wait.isSuspect = false;
      else if (wait.isSuspect) wait.giveUp();
      else wait.isSuspect = true;
    }
  }

  #isElsewhere({ client }: Wait): boolean {
    if (!client || !this.#address.hasSeveral) return false;
    const { hostname, port } = new URL(this.#address.url);
    return client.host !== hostname || client.port !== Number(port || 5432);
  }

  async #waitForReturn(error: unknown): Promise<void> {
    this.#isAway = true;
    this.#log.warn({ error: errorMessage(error) }, 'PostgreSQL does not answer; calls are refused until it does');
    for (const wait of this.#waits) wait.giveUp();
    while (this.#isAway && !this.#isClosed) {
      await sleep(interval, undefined, { ref: false });
      try {
        await this.#idleBackends();
        this.#isAway = false;
      } catch {
        // It still does not answer.
      }
    }
    if (!this.#isClosed) this.#log.warn({}, 'PostgreSQL answers again');
  }

  /**
   * Process ids of the backends that a wait depends on and that execute no statement. Throws when the server does not answer.
   */
  async #idleBackends(): Promise<Set<number>> {
    const { url } = this.#address;
    const ProbeClient = serverClient(this.#address, { connecting: this.#limit });
    const client = new ProbeClient({ application_name: 'souk watch' });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      // This process may have been busy: an answer that has already arrived is read first.
      () => setImmediate(() => late.reject(new Error('no answer in time'))),
      this.#limit * ANSWERS_WITHIN,
    );
    client.on('error', () => {});
    const queryIdle = async (): Promise<Set<number>> => {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where pid = any($1::int[]) and state in ('idle', 'idle in transaction')`,
        // A pooler's numbers are not the server's.
        [this.#address.isPooled ? [] : [...this.#waits].map(processOf)],
      );
      void client.end();
      return new Set(rows.map(({ pid }) => pid));
    };
    const answer = queryIdle();
    answer.catch(() => {});
    try {
      return await Promise.race([answer, late.promise]);
    } catch (error) {
      client.connection.stream.destroy();
      // With several servers, an unresponsive one is no longer the primary.
      if (this.#address.hasSeveral) this.#address.moveOn(url);
      // An error of the server is an answer, too.
      if (error instanceof DatabaseError) return new Set();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Id of the server's process behind a connection; 0 where there is none. */
function processOf({ client }: Wait): number {
  return client?.processID ?? 0;
}
