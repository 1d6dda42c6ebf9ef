import { parseJson, type JsonText } from '../kernel/json-text.ts';
import { elementAt } from '../kernel/lists.ts';
import { rowsAs, type Connection } from './connection.ts';

/**
 * Positions in the log of a PostgreSQL primary, in bytes. A replica that has replayed the log up to the position after a commit
 * shows that commit. The position after the last commit of a caller is in the table `read_position` of the primary, for every
 * process of the installation. That table is unlogged: writing it costs neither a flush nor a byte of the log, and its loss in
 * a crash does no harm (see `PrimaryState.origin`).
 */

/** Replicas can have the flushed part of the log; commits that do not wait for a flush are beyond it. */
const present = `pg_wal_lsn_diff(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end, '0/0')::bigint`;
/** When the primary was started; a standby that takes over has another. */
const origin = 'extract(epoch from pg_postmaster_start_time())::text';

/** Notes the present position for the writers in the first parameter; to be run right after their commit. */
export const notePosition = `insert into read_position (writer, position, noted_at)
  select writer, ${present}, extract(epoch from clock_timestamp())::bigint from unnest($1::text[]) writer order by writer
  on conflict (writer) do update set position = greatest(read_position.position, excluded.position), noted_at = excluded.noted_at`;

/** Seconds after which a position is forgotten: every replica that is used has replayed it by then. */
const POSITION_LIFETIME = 900;

/** Forgets old positions. */
export const forgetPositions = `delete from read_position
  where noted_at < extract(epoch from clock_timestamp())::bigint - ${POSITION_LIFETIME}`;

/** Where the primary is. */
interface PrimaryState {
  /** Position of the latest commit. */
  readonly position: number;
  /**
   * Which history it writes: a restart or another primary begins a new one. Replicas have to show it (table `replica_origin`)
   * before they are used: so they have replayed all that was committed before, and none goes on with a history that has ended.
   */
  readonly origin: string;
  /** The history that the database has written down. */
  readonly marked: string | undefined;
}

/** Asks the primary where it is. */
export async function primaryState(primary: Connection): Promise<PrimaryState> {
  const result = await primary.query(
    `select ${present} as position, ${origin} as origin, (select origin from replica_origin where id = 1) as marked`,
    [],
    true,
  );
  const rows = rowsAs<{ position: number; origin: string; marked: string | null }>(result);
  const { position, origin: history, marked } = elementAt(rows, 0);
  return { position, origin: history, marked: marked ?? undefined };
}

/** Writes down the history of the primary, for replicas to show. */
export const markOrigin = `insert into replica_origin (id, origin) values (1, ${origin})
  on conflict (id) do update set origin = excluded.origin`;

/** Where a replica is. */
interface ReplicaState {
  /** Up to where it has replayed the log; undefined for a server that is no replica. */
  readonly position: number | undefined;
  readonly origin: string | undefined;
}

/** Asks a replica where it is. */
export async function replicaState(replica: Connection): Promise<ReplicaState> {
  const result = await replica.query(
    `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position,
      (select origin from replica_origin where id = 1) as origin`,
    [],
    true,
  );
  const rows = rowsAs<{ position: number | null; origin: string | null }>(result);
  const { position, origin: history } = elementAt(rows, 0);
  return { position: position ?? undefined, origin: history ?? undefined };
}

/** State of the primary that is queried before a read from a replica. */
interface Positions extends Pick<PrimaryState, 'position' | 'origin'> {
  /** Positions after the last commits of writers. */
  readonly written: Readonly<Record<string, number>>;
}

interface PositionRow {
  readonly position: number;
  readonly origin: string;
  readonly written: JsonText<Readonly<Record<string, number>>> | null;
}

const readPositions = `select ${present} as position, ${origin} as origin,
  (select json_object_agg(writer, position)::text from read_position where writer = any($1)) as written`;

/** Reads positions from the primary; the reads of one turn of the event loop share one statement. */
export class PositionReader {
  readonly #primary: Connection;
  #next: { readonly writers: Set<string>; readonly found: Promise<Positions> } | undefined;

  constructor(primary: Connection) {
    this.#primary = primary;
  }

  /** The present position, and that of `writer`, as they are after this call. */
  async read(writer: string | undefined): Promise<Positions> {
    if (!this.#next) {
      const writers = new Set<string>();
      const turn = new Promise((resolve) => setImmediate(resolve));
      this.#next = { writers, found: turn.then(() => this.#ask(writers)) };
    }
    if (writer !== undefined) this.#next.writers.add(writer);
    return await this.#next.found;
  }

  async #ask(writers: ReadonlySet<string>): Promise<Positions> {
    this.#next = undefined;
    const rows = rowsAs<PositionRow>(await this.#primary.query(readPositions, [[...writers]], true));
    const { position, origin: history, written } = elementAt(rows, 0);
    return { position, origin: history, written: written === null ? {} : parseJson(written) };
  }
}
