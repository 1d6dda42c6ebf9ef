import type { Call } from '../../../kernel/call.ts';
import { seenCategories } from '../assortments/assortment.ts';
import { shownValues } from './category.ts';
import { findCategories } from './load.ts';

/** The fields of a category in a list of choices. */
interface NamedCategory {
  readonly name: string;
  /** Steps of price ranges in it, where it has its own. */
  readonly priceStep: number | undefined;
}

/** The active ones of these categories, as the call's store view shows them, by id; one query. */
export async function categoryNames(call: Call, ids: readonly number[]): Promise<Map<number, NamedCategory>> {
  const all = await findCategories(call, ids, call.scope.storeId, { children: false, urlPath: false });
  const found = await seenCategories(call, all);
  return new Map(
    [...found].flatMap(([id, category]) => {
      const { name, is_active, filter_price_range } = shownValues(category);
      const step = Number(filter_price_range ?? 0);
      return is_active === '1' ? [[id, { name: name ?? '', priceStep: step > 0 ? step : undefined }]] : [];
    }),
  );
}
