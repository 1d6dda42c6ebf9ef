import type { Connection, StatementResult } from '../connection.ts';
import type { ReadNeed, ReplicaOptions, Replicas } from '../engine.ts';
import { isCanceled, isRetriable } from '../errors.ts';
import { PositionReader } from '../log-position.ts';
import type { PostgresOptions, PostgresShared } from './client.ts';
import { RecentMap } from '../recent-map.ts';
import type { Replica } from './replica.ts';
import { ReplicaWatch, type Primary } from './replica-watch.ts';

/** Why a statement went to the primary: no replica was in use, none had got far enough in time, or one failed. */
type Reason = 'none' | 'behind' | 'failed';

/** Sessions whose beginning is known. */
const SESSIONS = 20_000;

/** Makes the replicas of `primary`. Nothing is opened before somebody reads. */
export function createReplicas(
  primary: Primary,
  { urls, wait, mostLag }: ReplicaOptions,
  options: PostgresOptions,
  shared: Pick<PostgresShared, 'statements' | 'facts'>,
): Replicas {
  const positions = new PositionReader(primary.reader);
  const sessions = new RecentMap<number>(SESSIONS);
  const counts = new Map<string, number>();
  let watch: ReplicaWatch | undefined;
  let floor = 0;
  let turn = 0;

  async function neededBy(need: ReadNeed, origin: string): Promise<number | undefined> {
    const { writer, session } = need.kind === 'own' ? need : {};
    const now = await positions.read(writer);
    // Another primary, or the same after a restart: the next look tells which replicas follow it.
    if (now.origin !== origin) return undefined;
    if (writer === undefined) return now.position;
    const begun = session === undefined ? 0 : (sessions.get(session) ?? now.position);
    if (session !== undefined) sessions.set(session, begun);
    return Math.max(begun, now.written[writer] ?? 0);
  }
  async function choose(need: ReadNeed): Promise<Replica | Reason> {
    watch ??= new ReplicaWatch(primary, { urls, mostLag }, options, shared);
    const { origin } = watch;
    if (origin === undefined || watch.used().length === 0) return 'none';
    const needed = await neededBy(need, origin);
    if (needed === undefined) return 'none';
    const used = watch.used();
    turn += 1;
    const start = turn % used.length;
    const inTurn = [...used.slice(start), ...used.slice(0, start)];
    const least = Math.max(needed, floor, watch.firstPosition);
    const ready = inTurn.find((one) => one.hasReached(least));
    if (ready) return ready;
    const [first] = inTurn;
    if (!first) return 'none';
    return (await first.reaches(least, performance.now() + wait)) && first.origin === origin ? first : 'behind';
  }
  return {
    follow: (need) => {
      const count = (by: string): void => void counts.set(by, (counts.get(by) ?? 0) + 1);
      return new FollowingReader(primary.reader, { choose: () => choose(need), floor: () => floor, count });
    },
    async raiseFloor() {
      // Before the first read there is nobody who could see less.
      if (watch) floor = Math.max(floor, (await positions.read(undefined)).position);
    },
    report: () => ({
      answered: [...counts].map(([by, count]) => ({ by, count })),
      replicas: (watch?.replicas ?? []).map(({ name, lag, isUsed }) => ({
        name,
        lag: lag === undefined ? undefined : lag / 1000,
        isUsed,
      })),
    }),
    close: async () => watch?.close(),
  };
}

interface Guide {
  /** The replica for a call that begins, or why there is none. */
  choose(): Promise<Replica | Reason>;
  /** Position that every read has to see. */
  floor(): number;
  count(by: string): void;
}

/**
 * The reads of one call: all from one replica, so that none sees less than the one before it; or from the primary, as soon as
 * the replica fails or is not far enough any more.
 */
class FollowingReader implements Connection {
  readonly kind = 'postgres';
  readonly transaction = undefined;
  readonly facts: Connection['facts'];
  readonly #primary: Connection;
  readonly #guide: Guide;
  #chosen: Promise<Replica | Reason> | undefined;

  constructor(primary: Connection, guide: Guide) {
    this.facts = primary.facts;
    this.#primary = primary;
    this.#guide = guide;
  }

  async query(sql: string, parameters: readonly unknown[], reused?: boolean): Promise<StatementResult> {
    // A server without positions may still serve the read, or report a clearer error.
    const chosen = await (this.#chosen ??= this.#guide.choose().catch(() => 'failed' as const));
    if (typeof chosen === 'string') return await this.#askPrimary(chosen, sql, parameters, reused);
    // The floor may have risen since the choice.
    if (!chosen.isUsed || !chosen.hasReached(this.#guide.floor())) {
      return await this.#askPrimary('behind', sql, parameters, reused);
    }
    try {
      const result = await chosen.reader.query(sql, parameters, reused);
      this.#guide.count(chosen.name);
      return result;
    } catch (error) {
      // A statement that took too long would take as long there.
      if (!isRetriable(error) || isCanceled(error)) throw error;
      return await this.#askPrimary('failed', sql, parameters, reused);
    }
  }

  /** Has the next read look for a server anew. */
  renew(): void {
    this.#chosen = undefined;
  }

  async #askPrimary(
    reason: Reason,
    sql: string,
    parameters: readonly unknown[],
    reused: boolean | undefined,
  ): Promise<StatementResult> {
    this.#chosen = Promise.resolve(reason);
    this.#guide.count(`primary: ${reason}`);
    return await this.#primary.query(sql, parameters, reused);
  }
}
