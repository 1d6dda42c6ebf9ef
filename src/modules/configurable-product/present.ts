import type { Call } from '../../kernel/call.ts';
import type { Out } from '../../kernel/types.ts';
import type { OptionsAndVariants, StoredOption, VariantValue } from './rows.ts';
import type { ConfigurableOption } from './types.ts';

/** An option of a configurable product in one store view. */
export interface VariantOption {
  readonly id: number;
  readonly product_id: number;
  readonly attribute_id: number;
  readonly label: string | undefined;
  readonly position: number;
  /** Attribute values that variants have. */
  readonly values: readonly number[];
}

/** An option for a response. */
export function presentOption(option: VariantOption): Out<typeof ConfigurableOption> {
  return {
    id: option.id,
    attribute_id: String(option.attribute_id),
    label: option.label,
    position: option.position,
    values: option.values.map((value_index) => ({ value_index })),
    product_id: option.product_id,
  };
}

/**
 * The options of products in a store view, by product id. Each has the values of the variants, sorted as the options of
 * the attribute. One query for any number, and another one for the values unless they were read before.
 */
export async function optionsIn(
  call: Call,
  configurations: ReadonlyMap<number, OptionsAndVariants>,
  storeId: number,
  known?: readonly VariantValue[],
): Promise<Map<number, VariantOption[]>> {
  const all = [...configurations.values()];
  const attributeIds = [...new Set(all.flatMap(({ options }) => options.map((option) => option.attribute_id)))];
  const childIds = [...new Set(all.flatMap(({ children }) => children))];
  const ranks = await rankOptions(call, childIds.length > 0 ? attributeIds : []);
  const values = new Map<string, number>();
  for (const row of known ?? (await call.services.catalog.indexedNumbers(call, childIds, attributeIds))) {
    if (row.number_value !== null) values.set(`${row.product_id}:${row.attribute_id}`, row.number_value);
  }
  const { byId } = await call.services.eav.entity(call, 'catalog_product');
  const labelOf = ({ labels, attribute_id }: StoredOption) =>
    labels[storeId] ?? labels[0] ?? byId.get(attribute_id)?.label ?? undefined;
  const valuesOf = (attributeId: number, children: readonly number[]) => {
    const found = new Set(children.flatMap((child) => values.get(`${child}:${attributeId}`) ?? []));
    return [...found].sort((a, b) => (ranks.get(a) ?? Infinity) - (ranks.get(b) ?? Infinity) || a - b);
  };
  return new Map(
    [...configurations].map(([id, { options, children }]) => [
      id,
      options.map((option) => ({
        id: option.id,
        attribute_id: option.attribute_id,
        label: labelOf(option),
        position: option.position,
        values: valuesOf(option.attribute_id, children),
        product_id: option.product_id,
      })),
    ]),
  );
}

/** The rank of each option within its attribute. */
async function rankOptions(call: Call, attributeIds: readonly number[]): Promise<Map<number, number>> {
  if (attributeIds.length === 0) return new Map();
  const options = await call.services.eav.storedOptions(call, attributeIds);
  return new Map([...options.values()].flatMap((list) => list.map((option, i) => [Number(option.value), i] as const)));
}
