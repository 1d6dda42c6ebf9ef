import type { Connection } from '../connection.ts';
import type { StorageLog } from '../engine.ts';
import { forgetPositions, markOrigin, primaryState } from '../log-position.ts';
import type { PostgresOptions, PostgresShared } from './client.ts';
import { Replica } from './replica.ts';

/** The functions of the primary that replicas need. */
export interface Primary {
  readonly reader: Connection;
  /** Runs a statement in a transaction of its own. */
  write(statement: string): Promise<void>;
}

/** Milliseconds between two looks at all servers. */
const INTERVAL = 250;
/** After so many looks old positions are forgotten. */
const LOOKS = 240;

/** Looks again and again at the primary and its replicas, and decides which of them are used. */
export class ReplicaWatch {
  readonly replicas: readonly Replica[];
  /** The history that the primary writes; undefined until the first look. */
  origin: string | undefined;
  /** Position of the primary at the first look: caches filled before may be as new as that. */
  firstPosition = 0;
  readonly #primary: Primary;
  readonly #mostLag: number;
  readonly #log: StorageLog;
  readonly #timer: NodeJS.Timeout;
  /** Where the primary was when, in order; as long ago as matters. */
  #past: { readonly at: number; readonly position: number }[] = [];
  #looks = 0;
  #looking: Promise<void> | undefined;

  constructor(
    primary: Primary,
    { urls, mostLag }: { readonly urls: readonly string[]; readonly mostLag: number },
    options: PostgresOptions,
    shared: Pick<PostgresShared, 'statements' | 'facts'>,
  ) {
    this.#primary = primary;
    this.#mostLag = mostLag;
    this.#log = options.log;
    this.replicas = urls.map((url) => new Replica(url, options, shared));
    this.#timer = setInterval(() => this.#lookOnce(), INTERVAL).unref();
    this.#lookOnce();
  }

  /** Those that reads may go to: they follow the history that the primary writes. */
  used(): Replica[] {
    return this.replicas.filter((one) => one.isUsed && one.origin === this.origin);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.replicas.map((one) => one.close()));
  }

  #lookOnce(): void {
    this.#looking ??= this.#look()
      // While the primary is away nothing is read anywhere; before the installation there are no tables.
      .catch(() => {})
      .finally(() => (this.#looking = undefined));
  }

  async #look(): Promise<void> {
    const { position, origin, marked } = await primaryState(this.#primary.reader);
    if (marked !== origin) await this.#primary.write(markOrigin);
    if (this.origin === undefined) this.firstPosition = position;
    this.origin = origin;
    const now = performance.now();
    this.#past.push({ at: now, position });
    this.#past = this.#past.filter(({ at }) => now - at <= 2 * this.#mostLag);
    await Promise.all(this.replicas.map((one) => this.#judge(one)));
    if (++this.#looks % LOOKS === 0) await this.#primary.write(forgetPositions);
  }

  async #judge(replica: Replica): Promise<void> {
    await replica.probe();
    const { position } = replica;
    replica.lag = position === undefined ? undefined : this.#lagAt(position);
    const isUsed = replica.lag !== undefined && replica.lag <= this.#mostLag && replica.origin === this.origin;
    if (isUsed !== replica.isUsed || (!isUsed && this.#looks === 0)) {
      const message = isUsed ? 'reads go to a replica' : 'a replica is away or too far behind; nothing is read from it';
      this.#log.warn({ replica: replica.name, lag: replica.lag }, message);
    }
    replica.isUsed = isUsed;
  }

  /** Milliseconds since the primary has left the position that a replica is at. */
  #lagAt(position: number): number {
    const first = this.#past.find((one) => one.position > position);
    return first ? performance.now() - first.at : 0;
  }
}
