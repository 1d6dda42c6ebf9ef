import type { RawBuilder } from 'kysely';
import type { Caller, Database } from '../kernel/call.ts';

/** Kind of change of an entity. */
export type ChangeAction = 'created' | 'changed' | 'deleted';

/** A change of an entity that a transaction has made and that others are to hear of. */
export interface NotedChange {
  /** Type of the entity, such as `product`. */
  readonly entity: string;
  readonly id: number;
  /** Its key in the interface, such as the SKU; undefined: it has to be looked up. */
  readonly key: string | undefined;
  readonly action: ChangeAction;
  /** The changed fields; empty for created and deleted entities. */
  readonly fields: readonly string[];
  readonly caller: Pick<Caller, 'type' | 'id'>;
  /** See `Call.origin`. */
  readonly origin: string | undefined;
  /** The span that it was made in, as a header `traceparent`; undefined: it was not traced. */
  readonly traceparent: string | undefined;
}

/** The same change of any number of entities. */
export interface NotedForMany extends Omit<NotedChange, 'id' | 'key'> {
  /** A query of their `id` and `key`, asked at the end of the transaction. */
  readonly found: RawBuilder<unknown>;
}

/** Writes the noted changes of a transaction, as one of its last statements. */
export type WriteNoted = (db: Database, noted: readonly (NotedChange | NotedForMany)[]) => Promise<void>;
