import type { Call } from '../../kernel/call.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { reviewErrors } from './errors.ts';
import type { StoredRating } from './tables.ts';

/** The votes of a rating. */
export const voteValues = [1, 2, 3, 4, 5] as const;

const inStore = prepared((db, p: Params<{ storeId: number }>) =>
  db
    .selectFrom('rating as r')
    .innerJoin('rating_store as s', 's.rating_id', 'r.rating_id')
    .selectAll('r')
    .where('s.store_id', '=', p.storeId)
    .orderBy('r.position')
    .orderBy('r.rating_id'),
);

/** The ratings of a store view. */
export async function ratingsOf(call: Call, storeId: number): Promise<readonly StoredRating[]> {
  return inStore(call.db, { storeId });
}

/** Id of a vote of a rating: each has five. */
export function valueIdOf(ratingId: number, value: number): number {
  return (ratingId - 1) * voteValues.length + value;
}

/** All ratings with the store views that ask for them. */
export async function allRatings(call: Call): Promise<(StoredRating & { readonly storeIds: readonly number[] })[]> {
  const ratings = await call.db.selectFrom('rating').selectAll().orderBy('position').orderBy('rating_id').execute();
  const stores = Map.groupBy(await call.db.selectFrom('rating_store').selectAll().execute(), (row) => row.rating_id);
  return ratings.map((one) =>
    Object.assign({}, one, { storeIds: (stores.get(one.rating_id) ?? []).map((row) => row.store_id) }),
  );
}

/** Enables a rating in these store views only; within a transaction. Throws when not found. */
export async function showRating(call: Call, ratingId: number, storeIds: readonly number[]): Promise<void> {
  const found = await call.db
    .selectFrom('rating')
    .select('rating_id')
    .where('rating_id', '=', ratingId)
    .executeTakeFirst();
  if (!found) throw reviewErrors.noRating([ratingId]);
  await call.db.deleteFrom('rating_store').where('rating_id', '=', ratingId).execute();
  const rows = storeIds.map((store_id) => ({ rating_id: ratingId, store_id }));
  if (rows.length > 0) await call.db.insertInto('rating_store').values(rows).execute();
}
