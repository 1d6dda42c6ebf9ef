import type { Call } from '../../kernel/call.ts';

/** What the configuration says of stock where an item follows it. */
export interface StockSettings {
  readonly min_qty: number;
  readonly min_sale_qty: number;
  readonly max_sale_qty: number;
  readonly backorders: number;
  readonly notify_stock_qty: number;
  readonly qty_increments: number;
  readonly enable_qty_increments: boolean;
  readonly manage_stock: boolean;
}

/** Customer group that stands for all of them. */
const ALL_GROUPS = '32000';

/** The settings of stock for the call's store view. */
export function stockSettings(call: Call): StockSettings {
  const scope = { storeId: call.scope.storeId };
  const number = (name: string, fallback: number): number =>
    call.config.number(`cataloginventory/item_options/${name}`, fallback, scope);
  const flag = (name: string): boolean => call.config.flag(`cataloginventory/item_options/${name}`, scope);
  return {
    min_qty: number('min_qty', 0),
    min_sale_qty: minSaleQty(call.config.get('cataloginventory/item_options/min_sale_qty', scope)),
    max_sale_qty: number('max_sale_qty', 10_000),
    backorders: number('backorders', 0),
    notify_stock_qty: number('notify_stock_qty', 1),
    qty_increments: number('qty_increments', 1),
    enable_qty_increments: flag('enable_qty_increments'),
    manage_stock: flag('manage_stock'),
  };
}

/** The setting is a quantity, or one for each customer group (`{"32000":"3"}`), of which that for all groups is shown. */
function minSaleQty(setting: string | undefined): number {
  const text = setting?.trim() ?? '';
  const plain = text.startsWith('{') ? quantityForAll(text) : text;
  const quantity = Number(plain);
  return plain !== '' && Number.isFinite(quantity) && quantity > 0 ? quantity : 1;
}

function quantityForAll(text: string): string {
  try {
    const groups = JSON.parse(text) as Record<string, unknown>;
    return String(groups[ALL_GROUPS] ?? '');
  } catch {
    return '';
  }
}
