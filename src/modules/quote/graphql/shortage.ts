import type { Call } from '../../../kernel/call.ts';
import type { CartUserError } from './add-products.ts';

/** Setting by which buyers learn how many units are left: 1 tells them, 2 tells only that there are too few. */
const SHORTAGE = 'cataloginventory/options/not_available_message';

/** Whether buyers learn how many units are left. */
export function showsUnitsLeft(call: Call): boolean {
  return call.config.get(SHORTAGE, { storeId: call.scope.storeId }) === '1';
}

/** How many units are left of the products that could not be added; null where the shop does not tell. */
export async function unitsLeft(call: Call, errors: readonly CartUserError[]): Promise<(number | null)[]> {
  if (!showsUnitsLeft(call)) return errors.map(() => null);
  const { catalog, inventory } = call.services;
  const skus = errors.flatMap(({ sku }) => sku ?? []);
  const products = await catalog.productsBySku(call, skus, call.scope.storeId);
  const stocks = await inventory.unreserved(call, [...products.values()]);
  return errors.map(({ sku = '' }) => {
    const product = products.get(catalog.foldSku(sku));
    const stock = product && stocks.get(product.id);
    return stock ? Math.max((stock.qty ?? 0) - (stock.min_qty ?? 0), 0) : null;
  });
}
