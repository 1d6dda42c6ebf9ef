import type { Call } from '../../kernel/call.ts';
import type { ChosenLabel, OrderItemType, StoredItem } from '../sales/extensions.ts';
import { CONFIGURABLE } from './types.ts';

/** How orders treat configurable products: only the product is printed, because its SKU is already that of the variant. */
export const configurableOrderItem: OrderItemType = {
  names: [CONFIGURABLE],
  printsWithoutComponents: true,
  chosenLabels,
};

/** The labels of the chosen attributes and of their values, in one query. */
async function chosenLabels(call: Call, items: readonly StoredItem[]): Promise<Map<number, ChosenLabel[]>> {
  const { eav } = call.services;
  const { storeId } = call.scope;
  const choicesOf = ({ fields }: StoredItem) =>
    fields.product_option?.extension_attributes?.configurable_item_options ?? [];
  const ids = new Set(items.flatMap((item) => choicesOf(item).map(({ option_id }) => Number(option_id))));
  const options = await eav.storedOptions(call, [...ids], storeId);
  const { byId } = await eav.entity(call, 'catalog_product');
  return new Map(
    items.map((item) => [
      item.id,
      choicesOf(item).map(({ option_id, option_value }) => {
        const attribute = byId.get(Number(option_id));
        const value = String(option_value);
        return {
          label: attribute?.labels.get(storeId) ?? attribute?.label ?? '',
          value: options.get(Number(option_id))?.find((one) => one.value === value)?.label ?? value,
        };
      }),
    ]),
  );
}
