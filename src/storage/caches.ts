import type { Logger } from 'pino';
import { sql } from 'kysely';
import type { Call, Database } from '../kernel/call.ts';
import type { SharedCache, SharedCaches } from '../kernel/caches.ts';
import { transactionOf } from './connection.ts';
import type { Storage } from './database.ts';
import { prepared, preparedOne, preparedWrite, type Params } from './prepared.ts';
import { insertRows } from './rows.ts';
import './tables.ts';

const readVersions = prepared((db) => db.selectFrom('cache_version').select(['name', 'version']));

const countUp = preparedWrite((db, p: Params<{ name: string; first: number }>) =>
  db
    .insertInto('cache_version')
    .values({ name: p.name, version: p.first })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version: sql<number>`cache_version.version + 1` })),
);

const sumVersions = preparedOne((db) =>
  db.selectFrom('cache_version').select(sql<number>`cast(coalesce(sum(version), 0) as bigint)`.as('sum')),
);

/** The shared caches of a process, with the functions that the composition root needs. */
export interface LoadedCaches extends SharedCaches {
  /**
   * Loads every cache, in the order of definition. Keeps `call`, which must be outside a transaction, to load them again. Also to
   * be called after the database was replaced (installation, reset).
   */
  loadAll(call: Call): Promise<void>;
  /**
   * Starts looking for changes of other processes every `interval` milliseconds, for work in the background; 0: never. The timer
   * does not keep the process alive.
   */
  startPolling(interval: number): void;
  /** Looks for changes of other processes now. Errors are logged. */
  poll(): Promise<void>;
  /** Stops looking. */
  close(): Promise<void>;
}

/** The parts of the storage that caches need. */
type CacheStorage = Pick<Storage, 'raiseFloor' | 'commitMark'>;

const noStorage: CacheStorage = { raiseFloor: async () => {}, commitMark: undefined };

/** Makes the caches of a process. */
export function createCaches(log: Pick<Logger, 'warn'>, { raiseFloor, commitMark } = noStorage): LoadedCaches {
  const caches = new Map<string, Cache<unknown>>();
  const root: Root = { call: undefined, raiseFloor };
  const readSum = sharedSum(root, commitMark !== undefined);
  /** Sum of the versions of caches that this process does not have: those of another edition or release. */
  let others = 0;
  /** The commit mark at which all values were last known to be current. */
  let currentAt = NaN;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const ownSum = (): number => {
    let sum = 0;
    for (const cache of caches.values()) sum += cache.generation;
    return sum;
  };
  async function reloadOutdated(): Promise<void> {
    if (!root.call) return;
    const versions = await versionsOf(root.call.db);
    others = [...versions].reduce((sum, [name, version]) => (caches.has(name) ? sum : sum + version), 0);
    for (const cache of caches.values()) {
      if (cache.isOlderThan(versions.get(cache.name) ?? 0)) await cache.reload(root.call);
    }
  }
  function look(): Promise<void> {
    looking ??= reloadOutdated().finally(() => (looking = undefined));
    return looking;
  }
  async function compare(mark: number): Promise<boolean> {
    // Versions only grow, and each is at most that of the database. So equal sums, of which the database's is the later one,
    // mean equal versions.
    const sum = ownSum() + others;
    const isCurrent = (await readSum()) === sum;
    if (!isCurrent) {
      // A look that is running may have begun before the change.
      await looking?.catch(() => {});
      await look();
    }
    currentAt = mark;
    return isCurrent;
  }
  function check(): true | Promise<boolean> {
    if (!root.call) return true;
    const mark = commitMark ? commitMark() : NaN;
    return mark === currentAt || compare(mark);
  }
  const poll = (): Promise<void> =>
    look().catch((error: unknown) => log.warn({ error }, 'shared caches could not be checked; trying again'));
  return {
    define<T>(name: string, load: (call: Call) => Promise<T>): SharedCache<T> {
      if (caches.has(name)) throw new Error(`The shared cache ${name} is defined twice`);
      const cache = new Cache<T>(name, load, root);
      caches.set(name, cache);
      return cache;
    },
    async loadAll(call) {
      root.call = call;
      await addVersions(call, [...caches.keys()]);
      for (const cache of caches.values()) await cache.reload(call);
      await reloadOutdated();
    },
    startPolling(interval) {
      if (interval > 0) timer ??= setInterval(() => void poll(), interval).unref();
    },
    poll,
    check,
    async refresh() {
      await check();
    },
    get generation() {
      return ownSum();
    },
    async close() {
      clearInterval(timer);
      timer = undefined;
      root.call = undefined;
      await looking?.catch(() => {});
    },
  };
}

/**
 * Reads the sum of all versions. Unless that is a matter of microseconds (`isImmediate`), calls of one turn of the event loop
 * share a statement, which is sent after the last of them.
 */
function sharedSum(root: Root, isImmediate: boolean): () => Promise<number> {
  const read = async (): Promise<number> => (root.call ? (await sumVersions(root.call.db, {})).sum : 0);
  if (isImmediate) return read;
  let next: Promise<number> | undefined;
  const readNext = (): Promise<number> => {
    next = undefined;
    return read();
  };
  return () => (next ??= new Promise((resolve) => setImmediate(resolve)).then(readNext));
}

/** The common state of the caches of a process. */
interface Root {
  /** A call outside transactions, which loads committed data. */
  call: Call | undefined;
  /** Makes all reads see the latest commit: a memo must not be filled from a replica that lacks the change that emptied it. */
  readonly raiseFloor: () => Promise<void>;
}

interface Loaded<T> {
  readonly value: T;
  readonly version: number;
}

class Cache<T> implements SharedCache<T> {
  readonly name: string;
  readonly #load: (call: Call) => Promise<T>;
  readonly #root: Root;
  #loaded: Loaded<T> | undefined;
  /** Number of loads that have begun, and the number of the load whose value is in place: a later load has read later data. */
  #begun = 0;
  #installed = 0;
  /** Transactions that have changed this cache's data. */
  readonly #changedIn = new WeakSet<Database>();

  constructor(name: string, load: (call: Call) => Promise<T>, root: Root) {
    this.name = name;
    this.#load = load;
    this.#root = root;
  }

  get current(): T {
    if (!this.#loaded) throw new Error(`The shared cache ${this.name} is not loaded yet`);
    return this.#loaded.value;
  }

  get generation(): number {
    return this.#loaded?.version ?? 0;
  }

  async get(call: Call): Promise<T> {
    if (this.#loaded && !this.#changedIn.has(call.db)) return this.#loaded.value;
    const memory = transactionOf(call.db)?.memory;
    const key = `cache:${this.name}`;
    if (memory?.has(key)) return memory.get(key) as T;
    const value = await this.#load(call);
    memory?.set(key, value);
    return value;
  }

  async invalidate(call: Call): Promise<void> {
    if (!call.inTransaction) return await call.transaction((inner) => this.invalidate(inner));
    const { db } = call;
    await countUp(db, { name: this.name, first: Date.now() });
    this.#changedIn.add(db);
    transactionOf(db)?.memory.delete(`cache:${this.name}`);
    call.afterCommit(() => this.#reloadAfter(db));
  }

  /** Reloads once for each transaction, however often that has changed the data. */
  async #reloadAfter(transaction: Database): Promise<void> {
    if (!this.#changedIn.delete(transaction) || !this.#root.call) return;
    await this.reload(this.#root.call);
  }

  /** Whether the value in place belongs to another version than `version`. */
  isOlderThan(version: number): boolean {
    return this.#loaded?.version !== version;
  }

  /** Loads committed data and puts it in place, unless a load that began later has done so. */
  async reload(call: Call): Promise<void> {
    const number = ++this.#begun;
    const loaded = await this.#loadCommitted(call);
    await this.#root.raiseFloor();
    if (number < this.#installed) return;
    this.#installed = number;
    this.#loaded = loaded;
  }

  /** A value with its version: nothing was committed between reading the one and the other. */
  async #loadCommitted(call: Call): Promise<Loaded<T>> {
    let version = await this.#version(call);
    for (;;) {
      const value = await this.#load(call);
      const after = await this.#version(call);
      if (after === version) return { value, version };
      version = after;
    }
  }

  async #version(call: Call): Promise<number> {
    return (await versionsOf(call.db)).get(this.name) ?? 0;
  }
}

/** Inserts the version rows of caches that have none. A new database starts with other versions than the one before it. */
async function addVersions(call: Call, names: readonly string[]): Promise<void> {
  const versions = await versionsOf(call.db);
  const missing = names.filter((name) => !versions.has(name));
  if (missing.length === 0) return;
  const rows = missing.map((name) => ({ name, version: Date.now() }));
  await call.transaction(async ({ db }) => {
    await insertRows(db, 'cache_version', rows, { onConflict: { key: ['name'], update: [] } });
  });
}

async function versionsOf(db: Database): Promise<Map<string, number>> {
  const rows = await readVersions(db, {});
  return new Map(rows.map((row) => [row.name, row.version]));
}
