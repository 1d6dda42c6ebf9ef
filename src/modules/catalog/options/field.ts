import type { Call } from '../../../kernel/call.ts';
import type { ProductField, SavedFields } from '../extensions.ts';
import type { StoredProduct } from '../products/product.ts';
import type { ProductInput } from '../products/types.ts';
import { optionErrors } from './errors.ts';
import { presentOption } from './present.ts';
import { nestedOptions, optionsOf } from './rows.ts';
import { replaceOptions, saveFlags } from './save.ts';

/** The custom options of products. */
export const optionsField: ProductField = {
  name: 'options',
  nested: () => ({ shown: { options: nestedOptions } }),
  async load(call, products) {
    const options = await optionsOf(call, products);
    return new Map(
      products.map(({ id, sku, store_id }) => [
        id,
        { options: (options.get(id) ?? []).map((option) => presentOption(option, sku, store_id)) },
      ]),
    );
  },
  save: saveOptions,
};

async function saveOptions(
  call: Call,
  product: StoredProduct,
  { options: sent }: ProductInput,
  before: StoredProduct | undefined,
): Promise<SavedFields> {
  const { id, sku, store_id } = product;
  const stored = before ? ((await optionsOf(call, [before])).get(id) ?? []) : [];
  const present = (options: typeof stored): SavedFields['fields'] => ({
    options: options.map((option) => presentOption(option, sku, store_id)),
  });
  if (!sent) return { fields: present(stored) };
  if (sent.some((option) => !option.product_sku)) throw optionErrors.productSkuEmpty();
  // A product that is made from another's options has none of their ids.
  const own = before ? sent : sent.map((option) => Object.assign({}, option, { option_id: null }));
  const options = own.length + stored.length === 0 ? [] : await replaceOptions(call, id, stored, own);
  return { fields: present(options), columns: await saveFlags(call, product, options) };
}
