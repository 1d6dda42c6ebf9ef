import type { Pool } from 'pg';
import type { Connection } from '../connection.ts';
import { replicaState } from '../log-position.ts';
import { newPool, GRACE, type PostgresOptions, type PostgresShared } from './client.ts';
import { PostgresAddress } from './address.ts';
import { PostgresReader } from './reader.ts';
import { PostgresWatch } from './watch.ts';

/** Milliseconds for a replica to tell where it is; one that takes longer is left out. */
const PROBE_LIMIT = 1000;
/** Milliseconds between two questions to a replica that somebody waits for. */
const PAUSE = 4;

/** A server that replays the log of the primary. */
export class Replica {
  /** `host:port` */
  readonly name: string;
  readonly reader: Connection;
  /** Up to where it had replayed the log when it was last asked, in bytes; undefined while it does not tell. */
  position: number | undefined;
  /** The history that it shows. */
  origin: string | undefined;
  /** How far it is behind, in milliseconds; undefined while that is not known. */
  lag: number | undefined;
  /** Whether reads may go to it. */
  isUsed = false;
  readonly #pools: readonly Pool[];
  readonly #watches: readonly PostgresWatch[];
  readonly #prober: Connection;
  #probing: Promise<void> | undefined;

  constructor(url: string, options: PostgresOptions, shared: Pick<PostgresShared, 'statements' | 'facts'>) {
    const { hostname, port } = new URL(url);
    this.name = `${hostname}:${port || 5432}`;
    const address = new PostgresAddress(url, options);
    const open = (poolSize: number): Connection & { readonly parts: readonly [Pool, PostgresWatch] } => {
      const watch = new PostgresWatch(address, options.answerWait, options.log);
      const pool = newPool(address, { ...options, poolSize });
      const reader = new PostgresReader(
        () => pool.connect(),
        { ...shared, watch, address },
        options.lockWait + options.patience + GRACE,
      );
      return Object.assign(reader, { parts: [pool, watch] as const });
    };
    // Questions have a connection of their own, so that they do not wait behind slow reads.
    const [reads, probes] = [open(options.poolSize), open(1)];
    this.reader = reads;
    this.#prober = probes;
    this.#pools = [reads.parts[0], probes.parts[0]];
    this.#watches = [reads.parts[1], probes.parts[1]];
  }

  /** Asks it where it is, once for all who want to know at the same time. Never rejects. */
  probe(): Promise<void> {
    this.#probing ??= this.#ask().finally(() => (this.#probing = undefined));
    return this.#probing;
  }

  async #ask(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), PROBE_LIMIT);
    });
    try {
      const { position, origin } = await Promise.race([replicaState(this.#prober), late]);
      this.position = position;
      this.origin = origin;
    } catch {
      this.position = undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether it had replayed the log up to `position` when it was last asked. */
  hasReached(position: number): boolean {
    return this.position !== undefined && this.position >= position;
  }

  /** Waits until it has replayed the log up to `position`, or until `end` (as `performance.now()`). Gives whether it has. */
  async reaches(position: number, end: number): Promise<boolean> {
    for (;;) {
      if (!this.isUsed) return false;
      await this.probe();
      if (this.hasReached(position)) return this.isUsed;
      if (performance.now() >= end) return false;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  async close(): Promise<void> {
    for (const watch of this.#watches) watch.close();
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }
}
