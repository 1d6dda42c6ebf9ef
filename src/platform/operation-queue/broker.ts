import type { Call } from '../../kernel/call.ts';

/** An operation that a consumer has locked for a transaction. */
export interface ClaimedOperation {
  readonly id: number;
  readonly bulkId: number;
  /** Position in its bulk. */
  readonly key: number;
  readonly entityKey: string | null;
  /** JSON of the decoded arguments, with masks in place of secrets. */
  readonly input: string;
  /** The encrypted secrets; null where there are none. */
  readonly secrets: string | null;
  /** Number of earlier attempts. */
  readonly attempts: number;
}

/** The operations that a consumer executes in one transaction. */
export interface Claim {
  /** They are open, due and locked; in the order of execution. */
  readonly operations: readonly ClaimedOperation[];
  /**
   * To be called after that transaction: with the ids of the operations whose outcome it recorded, or without them when it was
   * undone.
   */
  settle(recorded?: readonly number[]): void;
}

/** The source from which a consumer gets operations. */
export interface OperationSource {
  /** Locks and reads at most `limit` open operations, within the transaction of a batch. */
  claim(call: Call, limit: number): Promise<Claim>;
  /** Resolves when there may be something to claim, or when `signal` aborts. */
  ready(call: Call, signal: AbortSignal): Promise<void>;
  /** Gives back operations that were not claimed. */
  close(): Promise<void>;
}

/** The state of a message broker. */
export interface BrokerFigures {
  /** Messages that wait, without those that consumers hold. */
  readonly messages: number;
  readonly consumers: number;
  /** Messages that could not be read. */
  readonly deadLetters: number;
}

/**
 * Brings accepted operations to consumers. With every broker the rows of `operation` decide: messages may come late, twice or in
 * any order, but an operation is executed only by a transaction that finds it open and locks it.
 */
export interface Broker {
  /** The `publish_at` of a bulk that is being accepted. */
  publishAt(): number | null;
  /** Called within the transaction of an acceptance; consumers learn of the bulk after it. Runs no statement of its own. */
  publish(call: Call, bulkId: number): void;
  /** Makes the source of one consumer; `workers`: how many claim at the same time. */
  source(workers: number): Promise<OperationSource>;
  /** Starts the broker's own work in the background, until `close`. */
  start(): Promise<void>;
  /** The figures of the message broker; undefined where there is none, or it is out of reach. */
  figures(): Promise<BrokerFigures | undefined>;
  close(): Promise<void>;
}
