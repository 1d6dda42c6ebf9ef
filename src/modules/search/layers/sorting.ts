import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { ListOrder } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { productLists } from '../../catalog/configuration.ts';
import { labelIn, sortableAttributes } from './attributes.ts';
import { categoriesOf, type LayeredRequest } from './request.ts';

type Fields = (name: string) => SearchField | undefined;

/** The order of a list: as requested, otherwise by relevance, by position in the category, or the newest first. */
export function ordersOf(request: LayeredRequest): readonly ListOrder[] {
  const { text, orders } = request;
  // Without words everything is as relevant.
  const effectiveOrders = orders.filter(({ field }) => field !== 'relevance' || text !== undefined);
  if (effectiveOrders.length > 0) return effectiveOrders;
  if (text !== undefined) return [{ field: 'relevance', direction: 'DESC' }];
  if (categoriesOf(request).length > 0) return [{ field: 'position', direction: 'ASC' }];
  return [{ field: 'entity_id', direction: 'DESC' }];
}

/** Leaves the fields of a list unchanged. */
export const asTheyAre = (fields: Fields): Fields => fields;

/** Sorts lists by the labels of options instead of their ids. */
export async function sortedByLabels(call: Call, orders: readonly ListOrder[]): Promise<(fields: Fields) => Fields> {
  const { eav } = call.services;
  const { byCode } = eav.current('catalog_product');
  const attributes = [...new Set(orders.map(({ field }) => field))].flatMap((code) => {
    const attribute = byCode.get(code);
    const hasLabels = attribute?.usedForSortBy && attribute.frontendInput === 'select';
    return hasLabels && eav.hasStoredOptions(attribute) ? [attribute] : [];
  });
  if (attributes.length === 0) return asTheyAre;
  const options = await eav.storedOptions(
    call,
    attributes.map(({ id }) => id),
    call.scope.storeId,
  );
  const ranks = new Map(
    attributes.map(({ id, code }) => {
      const sorted = (options.get(id) ?? []).toSorted((a, b) => a.label.localeCompare(b.label));
      return [code, sorted.map(({ value }) => Number(value))] as const;
    }),
  );
  return (fields) => (name) => {
    const field = fields(name);
    const values = ranks.get(name);
    if (!field || !values) return field;
    return { ...field, order: () => placeAmong(sql`${field.column}`, values) };
  };
}

/** The position of a number in a list; null if it is absent. */
function placeAmong(column: ReturnType<typeof sql>, values: readonly number[]) {
  return perDialect<number>({
    sqlite: sql`(select r.key from json_each(${values}) r where r.value = ${column})`,
    postgres: sql`array_position(${values}::double precision[], cast(${column} as double precision))`,
  });
}

/** The sort orders of storefronts, and the default. */
interface SortChoices {
  readonly default: string;
  readonly options: readonly { readonly label: string; readonly value: string }[];
}

/** The choices of the call's store view. */
export function sortChoices(call: Call, { text }: LayeredRequest): SortChoices {
  const attributes = sortableAttributes(call.services).map((attribute) => ({
    label: labelIn(call, attribute),
    value: attribute.code,
  }));
  const isSearch = text !== undefined;
  return {
    default: isSearch ? 'relevance' : call.config.of(productLists.sortedBy, { storeId: call.scope.storeId }),
    options: [
      ...(isSearch ? [{ label: 'Relevance', value: 'relevance' }] : []),
      { label: 'Position', value: 'position' },
      ...attributes,
    ],
  };
}
