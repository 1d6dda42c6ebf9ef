import type { Call } from '../../../kernel/call.ts';
import type { ProductField, SavedFields } from '../products/extensions.ts';
import type { StoredProduct } from '../products/product.ts';
import type { ProductInput } from '../products/types.ts';
import { optionErrors } from './errors.ts';
import { optionIn } from './option.ts';
import { presentOption } from './present.ts';
import { nestedOptions, optionsOf } from './rows.ts';
import { replaceOptions, saveFlags } from './save.ts';

/** The custom options of products. */
export const optionsField: ProductField = {
  name: 'options',
  field: 'options',
  nested: () => ({ display: { options: nestedOptions } }),
  async load(call, products) {
    const stored = await optionsOf(call, products);
    const storeId = products[0]?.store_id ?? 0;
    return new Map([...stored].map(([id, all]) => [id, { options: all.map((option) => optionIn(option, storeId)) }]));
  },
  present({ product, options }) {
    return options ? { options: options.map((option) => presentOption(option, product.sku)) } : {};
  },
  save: saveOptions,
};

async function saveOptions(
  call: Call,
  product: StoredProduct,
  { options: optionInputs }: ProductInput,
  before: StoredProduct | undefined,
): Promise<SavedFields> {
  const { id, store_id } = product;
  const stored = before ? ((await optionsOf(call, [before])).get(id) ?? []) : [];
  const valuesOf = (options: typeof stored): SavedFields['values'] => ({
    options: options.map((option) => optionIn(option, store_id)),
  });
  if (!optionInputs) return { values: valuesOf(stored) };
  if (optionInputs.some((option) => !option.product_sku)) throw optionErrors.productSkuEmpty();
  // A new product with the options of another one must not have their ids.
  const own = before ? optionInputs : optionInputs.map((option) => Object.assign({}, option, { option_id: null }));
  const options = own.length + stored.length === 0 ? [] : await replaceOptions(call, id, stored, own);
  return { values: valuesOf(options), columns: await saveFlags(call, product, options) };
}
