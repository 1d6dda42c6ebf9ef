import type { Out } from '../../../kernel/types.ts';
import type { CustomOption } from '../products/types.ts';
import { scopedFields, type StoredOption } from './option.ts';

/** An option as a store view shows it. */
export function presentOption(option: StoredOption, productSku: string, storeId: number): Out<typeof CustomOption> {
  const { title, price, price_type } = scopedFields(option, option.stores, 'option', storeId);
  const isChosen = option.values !== null;
  return {
    product_sku: productSku,
    option_id: option.option_id,
    title,
    type: option.type,
    sort_order: option.sort_order,
    is_require: option.is_require,
    price: isChosen ? undefined : price,
    price_type: isChosen ? undefined : price_type,
    sku: option.sku,
    file_extension: option.file_extension,
    max_characters: option.max_characters,
    image_size_x: option.image_size_x,
    image_size_y: option.image_size_y,
    values: option.values?.map((value) => ({
      ...scopedFields(value, option.stores, String(value.option_type_id), storeId),
      sort_order: value.sort_order,
      sku: value.sku,
      option_type_id: value.option_type_id,
    })),
  };
}
