import type { Database } from '../kernel/call.ts';
import {
  transactionOf,
  type Connection,
  type Gathered,
  type Group,
  type StatementResult,
  type TransactionState,
} from './connection.ts';

/**
 * Works that run together: at the same time, in one savepoint of one transaction. Their statements follow each other without
 * waiting for answers to those of others, and the rows that they insert into one table go in one statement.
 *
 * The law: what works of a group do has to come out as if they had run one after another, in their order. Since each of them
 * runs while the others are half done,
 *
 * 1. no work reads what another of its group writes. Works of a group are about different entities, so what each reads of its
 *    own is safe. Whoever reads beyond that in order to write (is this value taken? is a part in stock?) calls `requireTurn`
 *    first: then none of the group has an effect, and its works run one by one;
 * 2. no work writes rows that another one writes, other than by inserting: `insertRows` gathers these. Rows that may meet rows
 *    that are there have to say by `returning` which were written; where that does not tell whose they were, turns are needed;
 * 3. a work opens no savepoint: what it undid would be that of others, too;
 * 4. what was sent after one of them has failed is undone with it, and so nothing more is sent.
 *
 * Whatever cannot be held to this ends in `OutOfTurn`. What each route may do is said by its `together`; that the law holds for
 * all of them is tried in tests/operations/together.test.ts.
 */

/** Says that a work cannot run together with others in one transaction. */
export class OutOfTurn extends Error {
  constructor() {
    super('This work has to run by itself');
  }
}

/**
 * To be called by what reads, in order to write, rows that others may be writing, and counts on a lock or on its turn: where
 * works run together in the transaction of `db`, all of them are undone, so that they can be run one after another. Nothing
 * happens elsewhere.
 */
export function requireTurn(db: Database): void {
  if (isTogether(db)) throw new OutOfTurn();
}

/** Whether works run together in the transaction of `db`: rows that go through `insertRows` are then inserted together. */
export function isTogether(db: Database): boolean {
  return transactionOf(db)?.group !== undefined;
}

/** Runs works at the same time; resolves or throws when all of them have ended. */
export async function runTogether<T>(state: TransactionState, works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const group: Group = { isGivenUp: false, gathered: new Map() };
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
    // What is still under way must not reach into what comes after.
    await Promise.allSettled(running);
    state.group = undefined;
  }
}

/** Lists that are enough for one statement: the database is to have something to do while more come. */
const enough = 32;

/**
 * Runs an insert of rows (JSON of a list of `count`, its only parameter). Where works run together, the rows of all of them that
 * insert by the same statement at about the same time go in one. Gives the rows that it returns for this list.
 */
export async function runInsert(
  connection: Connection,
  text: string,
  list: string,
  count: number,
  returns: boolean,
): Promise<StatementResult> {
  const group = connection.transaction?.group;
  if (!group) return await connection.query(text, [list], true);
  const gathered = group.gathered.get(text) ?? gather(connection, group, text);
  const start = gathered.count;
  gathered.lists.push(list.slice(1, -1));
  gathered.count += count;
  if (gathered.lists.length >= enough) gathered.send();
  const { rows } = await gathered.result;
  // Nothing tells whose rows met others that were there.
  if (returns && rows.length !== gathered.count) throw new OutOfTurn();
  return { rows: returns ? rows.slice(start, start + count) : [], written: count };
}

/** Starts gathering rows for a statement, until there are enough of them or nobody is left who could bring more. */
function gather(connection: Connection, group: Group, text: string): Gathered {
  const lists: string[] = [];
  const sending = Promise.withResolvers<void>();
  void (connection.idle?.() ?? new Promise<void>((resolve) => setImmediate(resolve))).then(sending.resolve);
  const gathered: Gathered = {
    lists,
    count: 0,
    send: () => {
      group.gathered.delete(text);
      sending.resolve();
    },
    result: sending.promise.then(() => {
      if (group.gathered.get(text) === gathered) group.gathered.delete(text);
      return connection.query(text, [`[${lists.join(',')}]`], true);
    }),
  };
  group.gathered.set(text, gathered);
  return gathered;
}
