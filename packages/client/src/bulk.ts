import type { CallOptions } from './options.ts';
import { parse, pause } from './transport.ts';

/** What has become of an operation. `retriablyFailed`: of something that passes by itself, for longer than it was tried again. */
export type OperationStatus = 'complete' | 'retriablyFailed' | 'failed' | 'open' | 'rejected';

const statuses: Readonly<Record<number, OperationStatus>> = {
  1: 'complete',
  2: 'retriablyFailed',
  3: 'failed',
  4: 'open',
  5: 'rejected',
};

/** One operation of a call that was accepted. */
export interface AcceptedOperation {
  /** Its place among the items of the call, from 0. */
  readonly id: number;
  readonly status: OperationStatus;
  /** What the server says of its end. */
  readonly message: string | null;
  readonly errorCode: number | null;
}

/** An operation with its answer. */
export interface FinishedOperation<R> extends AcceptedOperation {
  /** What the call would have answered at once; undefined while it is open, and where it has failed. */
  readonly answer: R | undefined;
}

/** How far an accepted call is. */
export interface Progress {
  readonly operations: readonly AcceptedOperation[];
  readonly total: number;
  /** How many operations have ended, well or not. */
  readonly ended: number;
  readonly failed: number;
}

/** How an accepted call is waited for. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two looks; unless told, short at first, then longer, up to 5 seconds. */
  readonly interval?: number;
}

/** A call that the server has accepted and executes later. */
export interface BulkHandle<R> extends AsyncIterable<Progress> {
  readonly bulkUuid: string;
  /** How far it is. */
  status(options?: CallOptions): Promise<Progress>;
  /** Its operations with their answers. */
  operations(options?: CallOptions): Promise<FinishedOperation<R>[]>;
  /** Waits until all operations have ended, and gives them. One that has failed is among them: nothing is thrown for it. */
  wait(options?: WaitOptions): Promise<FinishedOperation<R>[]>;
  /** Each step of its progress, until all operations have ended; `for await` over the handle itself does the same. */
  progress(options?: WaitOptions): AsyncGenerator<Progress, void, undefined>;
}

/** Reads the state of a bulk: `status` or `detailed-status`. */
export type ReadBulk = (view: string, options: CallOptions) => Promise<unknown>;

/** An operation on the wire. */
interface WireOperation {
  readonly id: number;
  readonly status: number;
  readonly result_message: string | null;
  readonly error_code: number | null;
  readonly result_serialized_data?: string | null;
}

/** Makes the handle of a call that was accepted. */
export function createHandle<R>(bulkUuid: string, read: ReadBulk): BulkHandle<R> {
  const operationsOf = async (view: string, options: CallOptions): Promise<readonly WireOperation[]> =>
    ((await read(view, options)) as { operations_list?: WireOperation[] | null }).operations_list ?? [];

  const status = async (options: CallOptions = {}): Promise<Progress> => {
    const operations = (await operationsOf('status', options)).map(toOperation);
    const ended = operations.filter((one) => one.status !== 'open');
    const failed = ended.filter((one) => one.status !== 'complete').length;
    return { operations, total: operations.length, ended: ended.length, failed };
  };

  const operations = async (options: CallOptions = {}): Promise<FinishedOperation<R>[]> =>
    (await operationsOf('detailed-status', options)).map((one) => {
      const answer = one.status === 1 ? parse(one.result_serialized_data ?? '') : undefined;
      return Object.assign(toOperation(one), { answer: answer as R | undefined });
    });

  async function* progress(options: WaitOptions = {}): AsyncGenerator<Progress, void, undefined> {
    let shown = -1;
    for (let wait = 100; ; wait = Math.min(wait * 1.5, 5000)) {
      const now = await status(options);
      if (now.ended !== shown) yield now;
      if (now.ended === now.total) return;
      shown = now.ended;
      await pause(options.interval ?? wait, options.signal);
    }
  }

  return {
    bulkUuid,
    status,
    operations,
    progress,
    [Symbol.asyncIterator]: () => progress(),
    wait: async (options = {}) => {
      for await (const _ of progress(options));
      return await operations(options);
    },
  };
}

function toOperation({ id, status, result_message, error_code }: WireOperation): AcceptedOperation {
  return { id, status: statuses[status] ?? 'open', message: result_message, errorCode: error_code };
}
