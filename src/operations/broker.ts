import type { Call } from '../kernel/call.ts';

/** An operation that a consumer holds for the length of a transaction. */
export interface ClaimedOperation {
  readonly id: number;
  readonly bulkId: number;
  readonly entityKey: string | null;
  /** JSON of the decoded arguments. */
  readonly input: string;
  /** How often it has been tried before. */
  readonly attempts: number;
}

/**
 * Brings accepted operations to consumers. The rows of `operation` are the truth with every broker: whatever it delivers
 * late, twice or in any order, an operation is executed only by the transaction that finds it open and locks it.
 */
export interface Broker {
  /** Within the transaction of an acceptance: sees to it that consumers learn of the bulk. At most one statement. */
  publish(call: Call, bulkId: number): Promise<void>;
  /**
   * Within the transaction of a batch: locks open operations and reads them, in order of acceptance.
   * @param limit at most so many
   */
  claim(call: Call, limit: number): Promise<ClaimedOperation[]>;
  /** After that transaction: what was claimed is finished or due later (committed), or to be delivered again. */
  settle(claimed: readonly ClaimedOperation[], committed: boolean): Promise<void>;
  /** Waits until there may be something to claim, or until `signal` aborts. */
  ready(call: Call, signal: AbortSignal): Promise<void>;
}
