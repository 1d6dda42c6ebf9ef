import type { Call } from '../../kernel/call.ts';
import type { ProductExtension } from '../catalog/products/extensions.ts';
import { adopt, follow } from './source-items/save.ts';

/** Source items belong to the product with their SKU, from its creation to its deletion. */
export const sourceItemsOfProducts: ProductExtension = {
  fields: [],
  inLists: false,
  inCarts: false,
  load: async () => new Map(),
  async save(call, product, { isNew }) {
    if (hasSources(call)) await (isNew ? adopt(call, product) : follow(call, product));
    return {};
  },
  async remove(call, { sku }) {
    const key = call.services.catalog.foldSku(sku);
    await call.db.deleteFrom('inventory_source_item').where('sku_key', '=', key).execute();
  },
};

/** Whether source items besides the stock items can exist. */
function hasSources(call: Call): boolean {
  return call.services.multiSource.network.current.sources.size > 1;
}
