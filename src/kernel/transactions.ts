import type { Session } from './call.ts';

/** What is to happen at the end of each transaction of a call. */
interface TransactionEnds {
  /** Within the transaction, when its work is done; what it throws undoes the transaction. */
  readonly ending: (inside: Session) => Promise<void> | void;
  /** After it has been committed. */
  readonly committed?: () => void;
}

/** `session`, which is outside transactions, with something that happens at the end of each transaction it opens. */
export function watchTransactions(session: Session, ends: TransactionEnds): Session {
  const open =
    (begin: Session['transaction']): Session['transaction'] =>
    async (work) => {
      const value = await begin(async (inside) => {
        const result = await work(inside);
        await ends.ending(inside);
        return result;
      });
      ends.committed?.();
      return value;
    };
  const { db, inTransaction, savepoint, concurrently, afterCommit } = session;
  const [transaction, apart] = [open(session.transaction), open(session.apart)];
  return { db, inTransaction, transaction, apart, savepoint, concurrently, afterCommit };
}
