import { extendType, ofReleases } from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { stockOptions } from './configuration.ts';
import { findStocks } from './rows.ts';
import { stockSettings, type StockSettings } from './settings.ts';
import { effectiveStock, emptyStock } from './stock.ts';
import { salable } from './stock-items.ts';

const quantities = loader<StoredProduct, number | null>(async (products, call) => {
  const found = await salable(call, products);
  return products.map(({ id }) => (found.get(id)?.isSalable ? valueAt(found, id).quantity : null));
});

const salableQuantities = loader<StoredProduct, number>(async (products, call) => {
  const found = await salable(call, products);
  return products.map(({ id }) => found.get(id)?.quantity ?? 0);
});

const quantityLimits = loader<StoredProduct, Pick<StockSettings, 'max_sale_qty' | 'min_sale_qty'>>(
  async (products, call) => {
    const rows = await findStocks(
      call,
      products.map(({ id }) => id),
    );
    const settings = stockSettings(call);
    return products.map(({ id }) => effectiveStock(rows.get(id) ?? emptyStock, settings));
  },
);

/** Stock on product pages. */
export const inventoryGraphql = [
  extendType('ProductInterface', (t) => ({
    only_x_left_in_stock: t.field(
      'Float',
      {},
      async ({ product }, _, call) => {
        const threshold = call.config.of(stockOptions.fewLeft, { storeId: call.scope.storeId });
        if (threshold <= 0) return null;
        const left = await quantities(call, product);
        return left !== null && left > 0 && left <= threshold ? left : null;
      },
      { isLive: true },
    ),
  })),
  ...ofReleases({ release: '2.4.8' }, [
    extendType('ProductInterface', (t) => ({
      max_sale_qty: t.field(
        'Float',
        async ({ product }, _, call) => (await quantityLimits(call, product)).max_sale_qty,
      ),
      min_sale_qty: t.field(
        'Float',
        async ({ product }, _, call) => (await quantityLimits(call, product)).min_sale_qty,
      ),
      quantity: t.field(
        'Float',
        {},
        async ({ product }, _, call) =>
          call.config.of(stockOptions.shortage, { storeId: call.scope.storeId }) === 'withQuantity'
            ? salableQuantities(call, product)
            : null,
        { isLive: true },
      ),
    })),
  ]),
];
