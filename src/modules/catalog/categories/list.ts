import { sql, type SqlBool } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { ListRequest, SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { findList, findPage, type FoundList } from '../../../storage/criteria/list.ts';
import { isCategorySeen } from '../assortments/assortment.ts';
import { isWithin } from './sql.ts';
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

/** A storefront's request for the categories of a store view. */
interface ShownCategoriesRequest extends Pick<ListRequest, 'groups'> {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Finds active categories of the call's store view: its root category and those below it, in order of their places. */
export async function findShownCategories(
  call: Call,
  { groups, page, pageSize }: ShownCategoriesRequest,
): Promise<{ items(): Promise<StoredCategory[]>; count(): Promise<number>; readonly keys: readonly number[] }> {
  const { storeId } = call.scope;
  const root = call.services.store.rootCategoryOf(storeId);
  const isSeen = await isCategorySeen(call);
  return await findPage(
    call,
    {
      groups: [...groups, [{ field: 'is_active', type: 'eq', value: '1' }]],
      orders: [{ field: 'position', direction: 'ASC' }],
      page,
      pageSize,
      echo: { filter_groups: [] },
    },
    {
      base: call.db
        .selectFrom('category as c')
        .innerJoin('category as r', (join) => join.on('r.id', '=', root))
        .where(isWithin('c', 'r'))
        .$if(isSeen !== undefined, (query) => query.where(isSeen?.test() ?? sql<SqlBool>`1 = 1`))
        .leftJoin('category_store as o', (join) =>
          join.onRef('o.category_id', '=', 'c.id').on('o.store_id', '=', storeId),
        ),
      key: 'c.id',
      fields: categoryFields(call),
      load: (on, ids: readonly number[]) => findCategories(on, ids, storeId, { children: false, urlPath: true }),
    },
  );
}
