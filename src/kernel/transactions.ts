import type { Call } from './call.ts';

/** What is to happen at the end of each transaction of a call. */
export interface TransactionEnds {
  /** Within the transaction, when its work is done; what it throws undoes the transaction. */
  readonly ending: (inside: Call) => Promise<void> | void;
  /** After it has been committed. */
  readonly committed?: () => void;
}

/** `call`, which is outside transactions, with something that happens at the end of each transaction it opens. */
export function watchTransactions(call: Call, ends: TransactionEnds): Call {
  const open =
    (begin: Call['transaction']): Call['transaction'] =>
    async (work) => {
      const value = await begin(async (inside) => {
        const result = await work(inside);
        await ends.ending(inside);
        return result;
      });
      ends.committed?.();
      return value;
    };
  return {
    ...call,
    with: (changes) => watchTransactions(call.with(changes), ends),
    transaction: open(call.transaction),
    apart: open(call.apart),
  };
}
