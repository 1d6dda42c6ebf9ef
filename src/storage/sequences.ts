import { sql } from 'kysely';
import type { Database } from '../kernel/call.ts';
import { preparedFirst, type Params } from './prepared.ts';
import './tables.ts';

const advance = preparedFirst((db, p: Params<{ name: string; count: number }>) =>
  db
    .insertInto('sequence')
    .values({ name: p.name, value: p.count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql<number>`sequence.value + excluded.value` }),
    )
    .returning('value'),
);

/**
 * The next number of the sequence `name`, from 1. No two transactions get the same one: the second waits until the first ends,
 * and a transaction that is undone returns its numbers.
 */
export async function nextId(db: Database, name: string): Promise<number> {
  const row = await advance(db, { name, count: 1 });
  return row!.value;
}

/** The next `count` numbers of the sequence `name`, in order. */
export async function nextIds(db: Database, name: string, count: number): Promise<number[]> {
  if (count <= 0) return [];
  const row = await advance(db, { name, count });
  return Array.from({ length: count }, (_, i) => row!.value - count + 1 + i);
}

/** The next numbers of several sequences, in one statement: for each as many as `counts` says, at least one. */
export async function nextIdsOf<N extends string>(
  db: Database,
  counts: Readonly<Record<N, number>>,
): Promise<Record<N, number[]>> {
  // Sorted by name, so that transactions that need the same sequences wait for each other, and do not deadlock.
  const names = (Object.keys(counts) as N[]).sort();
  const rows = await db
    .insertInto('sequence')
    .values(names.map((name) => ({ name, value: counts[name] })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql<number>`sequence.value + excluded.value` }),
    )
    .returning(['name', 'value'])
    .execute();
  const last = new Map(rows.map((row) => [row.name, row.value]));
  const idsOf = (name: N): number[] =>
    Array.from({ length: counts[name] }, (_, i) => last.get(name)! - counts[name] + 1 + i);
  return Object.fromEntries(names.map((name) => [name, idsOf(name)])) as Record<N, number[]>;
}
