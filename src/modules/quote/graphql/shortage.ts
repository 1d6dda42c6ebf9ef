import type { Call } from '../../../kernel/call.ts';
import { stockOptions } from '../../inventory/configuration.ts';
import type { CartUserError } from './add-products.ts';

/** Whether buyers learn how many units are left. */
export function showsUnitsLeft(call: Call): boolean {
  return call.config.of(stockOptions.shortage, { storeId: call.scope.storeId }) === 'withQuantity';
}

/** The remaining units of a product that could not be added; null if the shop hides the number. */
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
