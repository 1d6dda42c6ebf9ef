import type { Call } from '../../../kernel/call.ts';
import type { SearchCriteria } from '../../../search/criteria.ts';
import { searchList, type ListAnswer } from '../../../search/list.ts';
import { categoryAttributes } from './category.ts';
import { findCategories } from './load.ts';
import { presentCategory } from './present.ts';
import { categoryFields } from './search-fields.ts';
import type { CategoryOutput } from './types.ts';

/** A list of categories with the values of the call's store view: the keys, the categories, their number. */
export async function listCategories(call: Call, criteria: SearchCriteria): Promise<ListAnswer<CategoryOutput>> {
  const { storeId } = call.scope;
  return await searchList(call, criteria, {
    base: call.db
      .selectFrom('category as c')
      .leftJoin('category_store as o', (join) =>
        join.onRef('o.category_id', '=', 'c.id').on('o.store_id', '=', storeId),
      ),
    key: 'c.id',
    fields: categoryFields(call),
    async load(on, ids: readonly number[]) {
      const attributes = await categoryAttributes(on);
      const categories = await findCategories(on, ids, storeId);
      return new Map([...categories].map(([id, category]) => [id, presentCategory(attributes, category)] as const));
    },
  });
}
