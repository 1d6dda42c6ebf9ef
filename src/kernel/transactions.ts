import type { Session } from './call.ts';

/** Hooks at the end of each transaction of a call. */
interface TransactionEnds {
  /** Runs within the transaction, after its work; an error rolls the transaction back. */
  readonly ending: (inside: Session) => Promise<void> | void;
  /** Runs after the commit. */
  readonly committed?: () => void;
}

/** Adds hooks to the end of each transaction that `session` opens; `session` is outside transactions. */
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
