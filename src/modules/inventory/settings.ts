import { cachedSettings } from '../../platform/configuration/cached-settings.ts';
import type { Call } from '../../kernel/call.ts';
import type { Setting } from '../../kernel/settings.ts';
import { itemSettings } from './configuration.ts';

/** Configuration that determines salability. */
export interface SaleSettings {
  readonly min_qty: number;
  readonly backorders: number;
  readonly manage_stock: boolean;
}

/** Configuration of stock, for items that follow it. */
export interface StockSettings extends SaleSettings {
  readonly min_sale_qty: number;
  readonly max_sale_qty: number;
  readonly notify_stock_qty: number;
  readonly qty_increments: number;
  readonly enable_qty_increments: boolean;
}

/** The settings of stock for the call's store view. */
export const stockSettings = cachedSettings(readSettings);

function readSettings({ config, scope: { storeId } }: Call): StockSettings {
  const read = <T>(setting: Setting<T>): T => config.of(setting, { storeId });
  return {
    min_qty: read(itemSettings.threshold),
    backorders: Number(read(itemSettings.backorders)),
    manage_stock: read(itemSettings.managesStock),
    min_sale_qty: read(itemSettings.leastInCart),
    max_sale_qty: read(itemSettings.mostInCart),
    notify_stock_qty: read(itemSettings.lowQuantity),
    qty_increments: read(itemSettings.increments),
    enable_qty_increments: read(itemSettings.usesIncrements),
  };
}
