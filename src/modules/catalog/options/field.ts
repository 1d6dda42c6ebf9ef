import type { Call } from '../../../kernel/call.ts';
import type { ProductField, SavedFields } from '../extensions.ts';
import type { StoredProduct } from '../products/product.ts';
import type { ProductInput } from '../products/types.ts';
import { optionErrors } from './errors.ts';
import { presentOption } from './present.ts';
import { findOptions } from './rows.ts';
import { replaceOptions, saveFlags } from './save.ts';

/** The custom options of products. */
export const optionsField: ProductField = {
  async load(call, products) {
    const having = products.filter((product) => product.has_options === 1);
    const options = await findOptions(
      call,
      having.map((product) => product.id),
    );
    return new Map(
      having.map(({ id, sku, store_id }) => [
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
  const stored = before?.has_options === 1 ? ((await findOptions(call, [id])).get(id) ?? []) : [];
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
