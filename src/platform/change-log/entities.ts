import type { Call, Database } from '../../kernel/call.ts';

/** A kind of entity whose changes are reported to other systems. */
export interface ChangedEntity {
  /** The word for it in notes and events, such as `credit_memo`. */
  readonly name: string;
  /** The field of the interface that its key is, such as `sku`. */
  readonly key: string;
  /** The permission that callers need to read its changes: that of reading it. */
  readonly resource: string;
  /** Prefix of the interface's own event names, such as `catalog_product`. */
  readonly observed: string;
  /** Keys by id, within the transaction that has changed the entities; for notes without one. One query. */
  keysOf?(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The kind whose ids and keys it shares: stock goes by the product's. */
  readonly keysLike?: string;
  /** The list of the interface that shows entities as they are. */
  readonly list?: EntityList;
  /** Reads entities as they are, by id, where no list of the interface shows them; all of them together. */
  load?(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, object>>;
}

/** A route that lists entities. */
interface EntityList {
  readonly service: string;
  readonly operation: string;
  /** The field to search ids by, and the field with the id in the response. */
  readonly searched: string;
  readonly id: string;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    changedEntities: ChangedEntity;
  }
}
