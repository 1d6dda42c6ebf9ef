import type { Call } from '../../kernel/call.ts';
import { loader } from '../../kernel/loader.ts';
import type { ProductOption } from '../catalog/service.ts';
import type { ChosenLabel } from './extensions.ts';
import { itemType } from './item-type.ts';
import type { StoredItem } from './order.ts';

const optionsOf = loader<number, readonly ProductOption[]>(async (ids, call) => {
  const { catalog } = call.services;
  const products = await catalog.productsById(call, ids, call.scope.storeId);
  const loaded = await catalog.loadAdded(call, [...products.values()], { fields: ['options'] });
  const byId = new Map(loaded.map(({ product, options = [] }) => [product.id, options]));
  return ids.map((id) => byId.get(id) ?? []);
});

/**
 * The choices of items as texts in the call's store view, by id of the item: those of their product types, without custom
 * options. One query for each type.
 */
export async function typeChoices(
  call: Call,
  items: readonly StoredItem[],
): Promise<ReadonlyMap<number, readonly ChosenLabel[]>> {
  const found = new Map<number, readonly ChosenLabel[]>();
  for (const [type, ofType] of Map.groupBy(items, (item) => itemType(call, item))) {
    for (const [id, labels] of (await type.chosenLabels?.(call, ofType)) ?? []) found.set(id, labels);
  }
  return found;
}

/** The selected values and entered texts of an item's custom options; texts are those of the current product. */
export async function customChoices(
  call: Call,
  { fields }: StoredItem,
): Promise<{ readonly selected: readonly ChosenLabel[]; readonly entered: readonly ChosenLabel[] }> {
  const chosen = fields.product_option?.extension_attributes?.custom_options ?? [];
  if (chosen.length === 0 || !fields.product_id) return { selected: [], entered: [] };
  const options = await optionsOf(call, fields.product_id);
  const selected: ChosenLabel[] = [];
  const entered: ChosenLabel[] = [];
  for (const { option_id, option_value } of chosen) {
    const option = options.find((one) => String(one.option_id) === String(option_id));
    if (!option || option_value == null) continue;
    const ids = String(option_value).split(',');
    const values = option.values?.filter((one) => ids.includes(String(one.option_type_id)));
    if (values) selected.push({ label: option.title, value: values.map(({ title }) => title).join(', ') });
    else entered.push({ label: option.title, value: String(option_value) });
  }
  return { selected, entered };
}
