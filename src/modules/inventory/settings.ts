import { keptSettings } from '../../configuration/kept-settings.ts';
import type { Call } from '../../kernel/call.ts';

/** What the configuration says of whether something can be sold. */
export interface SaleSettings {
  readonly min_qty: number;
  readonly backorders: number;
  readonly manage_stock: boolean;
}

/** What the configuration says of stock where an item follows it. */
export interface StockSettings extends SaleSettings {
  readonly min_sale_qty: number;
  readonly max_sale_qty: number;
  readonly notify_stock_qty: number;
  readonly qty_increments: number;
  readonly enable_qty_increments: boolean;
}

/** Customer group that stands for all of them. */
const ALL_GROUPS = '32000';

/** Reads settings of stock for the call's store view. */
function readerOf(call: Call) {
  const scope = { storeId: call.scope.storeId };
  return {
    number: (name: string, fallback: number): number =>
      call.config.number(`cataloginventory/item_options/${name}`, fallback, scope),
    flag: (name: string): boolean => call.config.flag(`cataloginventory/item_options/${name}`, scope),
    text: (name: string): string | undefined => call.config.get(`cataloginventory/item_options/${name}`, scope),
  };
}

/** The settings of stock for the call's store view. */
export const stockSettings = keptSettings(readSettings);

function readSettings(call: Call): StockSettings {
  const { number, flag, text } = readerOf(call);
  return {
    min_qty: number('min_qty', 0),
    backorders: number('backorders', 0),
    manage_stock: flag('manage_stock'),
    min_sale_qty: minSaleQty(text('min_sale_qty')),
    max_sale_qty: number('max_sale_qty', 10_000),
    notify_stock_qty: number('notify_stock_qty', 1),
    qty_increments: number('qty_increments', 1),
    enable_qty_increments: flag('enable_qty_increments'),
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
