import type { Call } from '../kernel/call.ts';

/** An operation that a consumer holds for the length of a transaction. */
export interface ClaimedOperation {
  readonly id: number;
  readonly bulkId: number;
  /** Position in its bulk. */
  readonly key: number;
  readonly entityKey: string | null;
  /** JSON of the decoded arguments, with masks in the place of secrets. */
  readonly input: string;
  /** The secrets among them, sealed; null where there are none. */
  readonly secrets: string | null;
  /** How often it has been tried before. */
  readonly attempts: number;
}

/** What a consumer took to execute in one transaction. */
export interface Claim {
  /** Open, due and locked, in the order in which they are to be executed. */
  readonly operations: readonly ClaimedOperation[];
  /**
   * To be called once that transaction is over: with the ids of the operations whose outcome it recorded, or with nothing
   * when it was undone.
   */
  settle(recorded?: readonly number[]): void;
}

/** Where one consumer gets its operations from. */
export interface OperationSource {
  /**
   * Within the transaction of a batch: locks open operations and reads them.
   * @param limit at most so many
   */
  claim(call: Call, limit: number): Promise<Claim>;
  /** Waits until there may be something to claim, or until `signal` aborts. */
  ready(call: Call, signal: AbortSignal): Promise<void>;
  /** Gives back what was not claimed. */
  close(): Promise<void>;
}

/** The state of a message broker. */
export interface BrokerFigures {
  /** Messages that wait, apart from those that consumers hold. */
  readonly messages: number;
  readonly consumers: number;
  /** Messages that could not be read. */
  readonly deadLetters: number;
}

/**
 * Brings accepted operations to consumers. The rows of `operation` are the truth with every broker: whatever it delivers
 * late, twice or in any order, an operation is executed only by the transaction that finds it open and locks it.
 */
export interface Broker {
  /** The `publish_at` of a bulk that is being accepted. */
  publishAt(): number | null;
  /** Within the transaction of an acceptance: sees to it that consumers learn of the bulk. No statement of its own. */
  publish(call: Call, bulkId: number): void;
  /** A source for one consumer, of which so many workers will claim at the same time. */
  source(workers: number): Promise<OperationSource>;
  /** Starts doing what the broker does besides accepting and executing, until `close`. */
  start(): Promise<void>;
  /** What the message broker holds; undefined where there is none or it is out of reach. */
  figures(): Promise<BrokerFigures | undefined>;
  close(): Promise<void>;
}
