import type { Database } from '../kernel/call.ts';
import {
  connectionOf,
  transactionOf,
  type Connection,
  type Gathered,
  type ConcurrentGroup,
  type StatementResult,
  type TransactionState,
} from './connection.ts';

/**
 * Concurrent works in one savepoint of one transaction. Their statements are pipelined, the rows that they insert into one
 * table are written by one statement, and their `together` queries are merged into one.
 *
 * The law: a group of works must have the same outcome as if they had run one after another, in their order. Each of them runs
 * while the others are half done, so:
 *
 * 1. No work reads what another work of its group writes. The works of a group are about different entities, so each may read its
 *    own. A work that decides by other rows (is this value taken? is a component in stock?) calls `requireSerial` first: then the
 *    whole group is undone, and its works run one by one.
 * 2. No work changes rows that another one writes. Inserts are allowed: `insertRows` gathers them. An insert that may meet existing
 *    rows has to ask by `returning` which rows were written; where that does not tell whose they are, the works run one by one.
 * 3. A work opens no savepoint: rolling it back would undo the writes of others, too.
 * 4. Once a work has failed, nothing more is sent: the statements after it are undone with it.
 *
 * A work that breaks one of these rules gets `NotConcurrent`. A route says by `concurrent` which of its operations may run so;
 * tests/operations/concurrent.test.ts checks that the law holds for all of them.
 */

/** Thrown when work cannot run at the same time as others in one transaction. */
export class NotConcurrent extends Error {
  constructor() {
    super('This work has to run by itself');
  }
}

/**
 * Makes the calling work run by itself. To be called before it reads rows that others may be writing, if a write depends on them.
 * While works run concurrently in the transaction of `db`, throws `NotConcurrent`: all of them are undone, and run one after
 * another. Otherwise does nothing.
 */
export function requireSerial(db: Database): void {
  if (isConcurrent(db)) throw new NotConcurrent();
}

/** Whether works run concurrently in the transaction of `db`; `insertRows` then gathers the rows of all of them. */
export function isConcurrent(db: Database): boolean {
  return transactionOf(db)?.group !== undefined;
}

/** Runs works at the same time; resolves or throws when all of them have ended. */
export async function runConcurrently<T>(state: TransactionState, works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const group: ConcurrentGroup = { isGivenUp: false, gathered: new Map() };
  state.group = group;
  const running = works.map((work) =>
    work().catch((error: unknown) => {
      group.isGivenUp = true;
      throw error;
    }),
  );
  try {
    return await Promise.all(running);
  } finally {
    // A work that is still running must not write after the savepoint.
    await Promise.allSettled(running);
    state.group = undefined;
  }
}

/** Works after whose items a statement is sent, so that the database works while more items come. */
const enough = 32;

/**
 * Runs an insert whose only parameter is the JSON of a list of rows. Where works run concurrently, the rows of all works
 * with the same statement are gathered into one insert. Gives the returned rows of this list. Throws `NotConcurrent` when some
 * gathered rows met existing ones: then nothing tells whose rows were returned. `withNext`: see `Connection.query`; what is
 * gathered is sent at once.
 */
export async function runInsert(
  connection: Connection,
  text: string,
  list: readonly unknown[],
  returns: boolean,
  withNext = false,
): Promise<StatementResult> {
  const insert = (rows: readonly unknown[]): Promise<StatementResult> =>
    connection.query(text, [JSON.stringify(rows)], true, !group && withNext);
  const group = connection.transaction?.group;
  if (!group) return await insert(list);
  const { items, start, result } = gather(connection, group, text, list, insert);
  const { rows } = await result;
  if (returns && rows.length !== items.length) throw new NotConcurrent();
  return { rows: returns ? rows.slice(start, start + list.length) : [], written: list.length };
}

/**
 * Runs a statement about a list of items. Where works run concurrently, those that come with the same `name` share one run, about
 * the items of all of them: it has to have the same effect as a run for each, and each work finds what it asked for in the
 * common result.
 */
export async function together<T, R>(
  db: Database,
  name: string,
  list: readonly T[],
  run: (items: readonly T[]) => Promise<R>,
): Promise<R> {
  const connection = connectionOf(db);
  const group = connection?.transaction?.group;
  if (!connection || !group) return await run(list);
  return await gather(connection, group, name, list, run).result;
}

/**
 * Adds items to those of a statement that is going to run, when there are enough lists or no work is left that could add to them.
 * Gives all items, and where those of `list` begin.
 */
function gather<T, R>(
  connection: Connection,
  group: ConcurrentGroup,
  name: string,
  list: readonly T[],
  run: (items: readonly T[]) => Promise<R>,
): { readonly items: readonly T[]; readonly start: number; readonly result: Promise<R> } {
  const gathered = (group.gathered.get(name) ?? begin(connection, group, name, run)) as Gathered<T, R>;
  const { items, result } = gathered;
  const start = items.length;
  for (const item of list) items.push(item);
  if (++gathered.works >= enough) gathered.send();
  return { items, start, result };
}

function begin<T, R>(
  connection: Connection,
  group: ConcurrentGroup,
  name: string,
  run: (items: readonly T[]) => Promise<R>,
): Gathered<T, R> {
  const items: T[] = [];
  const sending = Promise.withResolvers<void>();
  void (connection.idle?.() ?? new Promise<void>((resolve) => setImmediate(resolve))).then(sending.resolve);
  const gathered: Gathered<T, R> = {
    items,
    works: 0,
    send: () => {
      group.gathered.delete(name);
      sending.resolve();
    },
    result: sending.promise.then(() => {
      if (group.gathered.get(name) === gathered) group.gathered.delete(name);
      return run(items);
    }),
  };
  group.gathered.set(name, gathered);
  return gathered;
}
