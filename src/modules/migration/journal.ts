import type { Call, Database } from '../../kernel/call.ts';
import { insertRows } from '../../storage/rows.ts';

/** A moved record, by its keys in both shops. */
export interface MovedRecord {
  readonly sourceKey: string;
  readonly targetKey: string;
  readonly digest: string;
}

/** A record, or a part of it, that was not moved. */
export interface MigrationFault {
  readonly kind: string;
  readonly sourceKey: string;
  readonly name: string;
  readonly reason: string;
  /** Whether the record itself was moved. */
  readonly isMoved: boolean;
  /** Whether the next run tries the record again. */
  readonly isPending: boolean;
}

/** Whether a fault's record was moved, as reports show it. */
export function movedText(isMoved: boolean): 'in part' | 'no' {
  return isMoved ? 'in part' : 'no';
}

/** The progress of a pass over the records of a kind. */
export interface PassState {
  readonly beganAt: string;
  readonly since: string | null;
  readonly afterId: number;
  readonly isComplete: boolean;
}

/** A source that records were moved from. */
interface MigrationSource {
  readonly id: number;
  /** Whether its records keep their ids. */
  readonly keepsIds: boolean;
}

/** Returns a source by its address; undefined: nothing was moved from it. */
export async function findSource({ db }: Call, address: string): Promise<MigrationSource | undefined> {
  const row = await db
    .selectFrom('migration_source')
    .select(['id', 'keeps_ids'])
    .where('address', '=', address)
    .executeTakeFirst();
  return row && { id: row.id, keepsIds: row.keeps_ids === 1 };
}

/** Returns the id of a source by its address, which is entered at the first use. */
export function enterSource(call: Call, address: string, keepsIds: boolean): Promise<number> {
  return call.transaction(async ({ db }) => {
    const row = { address, keeps_ids: keepsIds ? (1 as const) : (0 as const) };
    await insertRows(db, 'migration_source', [row], { onConflict: { key: ['address'], update: ['keeps_ids'] } });
    const entered = await db
      .selectFrom('migration_source')
      .select('id')
      .where('address', '=', address)
      .executeTakeFirstOrThrow();
    return entered.id;
  });
}

/** The journal of one source: moved records, faults and passes. Writes join the transaction of the given call. */
export class Journal {
  readonly #sourceId: number;
  constructor(sourceId: number) {
    this.#sourceId = sourceId;
  }

  /** Id of the source of the records. */
  get sourceId(): number {
    return this.#sourceId;
  }

  /** The moved records of a kind among those keys of the source. */
  async moved(db: Database, kind: string, sourceKeys: readonly string[]): Promise<Map<string, MovedRecord>> {
    if (sourceKeys.length === 0) return new Map();
    const rows = await this.#records(db, kind).where('source_key', 'in', sourceKeys).execute();
    return new Map(rows.map((row) => [row.sourceKey, row]));
  }

  /** All moved records of a kind. */
  async allMoved(db: Database, kind: string): Promise<MovedRecord[]> {
    return this.#records(db, kind).execute();
  }

  #records(db: Database, kind: string) {
    return db
      .selectFrom('migration_record')
      .select(['source_key as sourceKey', 'target_key as targetKey', 'digest'])
      .where('source_id', '=', this.#sourceId)
      .where('kind', '=', kind);
  }

  /** Enters moved records; those that are known get the new target and digest. */
  async enter(db: Database, kind: string, records: readonly MovedRecord[]): Promise<void> {
    const rows = records.map(({ sourceKey, targetKey, digest }) => ({
      source_id: this.#sourceId,
      kind,
      source_key: sourceKey,
      target_key: targetKey,
      digest,
    }));
    const onConflict = { key: ['source_id', 'kind', 'source_key'], update: ['target_key', 'digest'] } as const;
    await insertRows(db, 'migration_record', rows, { onConflict });
  }

  /** Replaces the faults of records. */
  async note(
    db: Database,
    kind: string,
    sourceKeys: readonly string[],
    faults: readonly MigrationFault[],
  ): Promise<void> {
    if (sourceKeys.length > 0) {
      await db
        .deleteFrom('migration_fault')
        .where('source_id', '=', this.#sourceId)
        .where('kind', '=', kind)
        .where('source_key', 'in', sourceKeys)
        .execute();
    }
    const rows = faults.map(({ sourceKey, name, reason, isMoved, isPending }) => ({
      source_id: this.#sourceId,
      kind,
      source_key: sourceKey,
      name,
      reason,
      is_moved: isMoved ? (1 as const) : (0 as const),
      is_pending: isPending ? (1 as const) : (0 as const),
    }));
    const key = ['source_id', 'kind', 'source_key', 'reason'] as const;
    await insertRows(db, 'migration_fault', rows, { onConflict: { key, update: ['is_moved', 'is_pending'] } });
  }

  /** The faults of all kinds, in the order of their keys. */
  async faults(db: Database): Promise<MigrationFault[]> {
    const rows = await db
      .selectFrom('migration_fault')
      .select(['kind', 'source_key', 'name', 'reason', 'is_moved', 'is_pending'])
      .where('source_id', '=', this.#sourceId)
      .orderBy('kind')
      .orderBy('source_key')
      .orderBy('reason')
      .execute();
    return rows.map((row) => ({
      kind: row.kind,
      sourceKey: row.source_key,
      name: row.name,
      reason: row.reason,
      isMoved: row.is_moved === 1,
      isPending: row.is_pending === 1,
    }));
  }

  /** Keys of records of a kind that the next run tries again; `among`: only those of these keys. */
  async pendingKeys(db: Database, kind: string, among?: readonly string[]): Promise<Set<string>> {
    if (among?.length === 0) return new Set();
    const rows = await db
      .selectFrom('migration_fault')
      .select('source_key')
      .distinct()
      .where('source_id', '=', this.#sourceId)
      .where('kind', '=', kind)
      .where('is_pending', '=', 1)
      .$if(among !== undefined, (query) => query.where('source_key', 'in', among ?? []))
      .execute();
    return new Set(rows.map(({ source_key }) => source_key));
  }

  /** The last pass over a kind; undefined: there was none. */
  async pass(db: Database, kind: string): Promise<PassState | undefined> {
    const row = await db
      .selectFrom('migration_pass')
      .select(['began_at', 'since', 'after_id', 'is_complete'])
      .where('source_id', '=', this.#sourceId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return row && { beganAt: row.began_at, since: row.since, afterId: row.after_id, isComplete: row.is_complete === 1 };
  }

  /** Writes the progress of a pass. */
  async writePass(db: Database, kind: string, { beganAt, since, afterId, isComplete }: PassState): Promise<void> {
    const values = {
      began_at: beganAt,
      since,
      after_id: afterId,
      is_complete: isComplete ? (1 as const) : (0 as const),
    };
    await db
      .insertInto('migration_pass')
      .values({ source_id: this.#sourceId, kind, ...values })
      .onConflict((conflict) => conflict.columns(['source_id', 'kind']).doUpdateSet(values))
      .execute();
  }
}
