import { randomText } from '../../platform/access/random.ts';
import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { formatTime } from '../../kernel/time.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredWishlist } from './tables.ts';

/** Letters and digits of sharing codes. */
const CODE_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CODE_LENGTH = 32;

/** Name of a list, and its visibility to others. */
interface WishlistChange {
  readonly name?: string | null;
  readonly is_public?: 0 | 1;
}

/** Creates a customer's default list, unless it exists. */
export async function makeDefaultList(call: Call, customerId: number): Promise<void> {
  await call.transaction((inside) => insert(inside, customerId, customerId, {}));
}

/** Creates an additional list of a customer; returns its id. Within a transaction. */
export async function makeList(call: Call, customerId: number, fields: WishlistChange): Promise<number> {
  return firstOf(await insert(call, customerId, null, fields)).wishlist_id;
}

function insert(call: Call, customerId: number, defaultOf: number | null, fields: WishlistChange) {
  return (
    call.db
      .insertInto('wishlist')
      .values({
        customer_id: customerId,
        default_of: defaultOf,
        name: fields.name ?? null,
        is_public: fields.is_public ?? 0,
        sharing_code: randomText(CODE_LENGTH, CODE_SIGNS),
        updated_at: formatTime(call.clock.now()),
      })
      // A concurrent request may have created the default list.
      .onConflict((conflict) => conflict.column('default_of').doNothing())
      .returning('wishlist_id')
      .execute()
  );
}

/** Changes name and visibility of a list; within a transaction. */
export async function changeList(call: Call, { wishlist_id }: StoredWishlist, change: WishlistChange): Promise<void> {
  await call.db
    .updateTable('wishlist')
    .set({ ...change, updated_at: formatTime(call.clock.now()) })
    .where('wishlist_id', '=', wishlist_id)
    .execute();
}

/** Deletes a list with its wishes; within a transaction. */
export async function deleteList(call: Call, { wishlist_id }: StoredWishlist): Promise<void> {
  await call.db
    .deleteFrom('wishlist')
    .where(inIds('wishlist_id', [wishlist_id]))
    .execute();
}
