import type { Call } from '../../../kernel/call.ts';
import type { SearchCriteria } from '../../../search/criteria.ts';
import { findList, type FoundList } from '../../../search/list.ts';
import type { CategoryReads, StoredCategory } from './category.ts';
import { findCategories } from './load.ts';
import { categoryFields } from './search-fields.ts';

/** Lists categories with the values of the call's store view: keys, categories and total number. */
export async function listCategories(
  call: Call,
  criteria: SearchCriteria,
  reads: CategoryReads,
): Promise<FoundList<StoredCategory>> {
  const { storeId } = call.scope;
  return await findList(call, criteria, {
    base: call.db
      .selectFrom('category as c')
      .leftJoin('category_store as o', (join) =>
        join.onRef('o.category_id', '=', 'c.id').on('o.store_id', '=', storeId),
      ),
    key: 'c.id',
    fields: categoryFields(call),
    load: (on, ids: readonly number[]) => findCategories(on, ids, storeId, reads),
  });
}
