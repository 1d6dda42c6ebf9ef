import { OutOfTurn, type Company, type Connection, type Gathered, type StatementResult } from './connection.ts';

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
  const company = connection.transaction?.company;
  if (!company) return await connection.query(text, [list], true);
  const gathered = company.gathered.get(text) ?? gather(connection, company, text);
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
function gather(connection: Connection, company: Company, text: string): Gathered {
  const lists: string[] = [];
  const sending = Promise.withResolvers<void>();
  void (connection.idle?.() ?? new Promise<void>((resolve) => setImmediate(resolve))).then(sending.resolve);
  const gathered: Gathered = {
    lists,
    count: 0,
    send: () => {
      company.gathered.delete(text);
      sending.resolve();
    },
    result: sending.promise.then(() => {
      if (company.gathered.get(text) === gathered) company.gathered.delete(text);
      return connection.query(text, [`[${lists.join(',')}]`], true);
    }),
  };
  company.gathered.set(text, gathered);
  return gathered;
}
