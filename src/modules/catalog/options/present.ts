import type { Out } from '../../../kernel/types.ts';
import type { CustomOption } from '../products/types.ts';
import type { ProductOption, ProductOptionValue } from './option.ts';

/** An option of a response, with the ids of all its values. */
type ShownOption = Omit<Out<typeof CustomOption>, 'values'> & {
  readonly values: ProductOptionValue[] | undefined;
};

/** An option of the product with a SKU, for a response. */
export function presentOption(option: ProductOption, productSku: string): ShownOption {
  const isChosen = option.values !== null;
  return {
    product_sku: productSku,
    option_id: option.option_id,
    title: option.title,
    type: option.type,
    sort_order: option.sort_order,
    is_require: option.is_require,
    price: isChosen ? undefined : option.price,
    price_type: isChosen ? undefined : option.price_type,
    sku: option.sku,
    file_extension: option.file_extension,
    max_characters: option.max_characters,
    image_size_x: option.image_size_x,
    image_size_y: option.image_size_y,
    values: option.values?.map((value) => ({ ...value })),
  };
}
