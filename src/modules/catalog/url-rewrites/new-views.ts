import { sql } from 'kysely';
import { dialectOf } from '../../../storage/connection.ts';
import type { StoreFollower } from '../../store/extensions.ts';
import { takeKeysOfViews } from '../url-keys-table.ts';

/** Creates the pages of products and categories in new store views. */
export const urlKeysOfNewViews: StoreFollower = {
  async viewCreated(call, { id, website_id }, { root_category_id }) {
    const view = sql`select cast(${id} as integer) as id, cast(${website_id} as integer) as website_id,
      cast(${root_category_id} as integer) as root_category_id`;
    await takeKeysOfViews(call.db, dialectOf(call.db), view);
  },
};
