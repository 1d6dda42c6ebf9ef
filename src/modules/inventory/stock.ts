import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import { stockQuantity } from '../../kernel/units.ts';
import { fitChoice } from '../../storage/fit.ts';
import { inventoryErrors } from './errors.ts';
import { DEFAULT_STOCK, isUnlimited } from './extensions.ts';
import type { StockSettings } from './settings.ts';
import type { StockItemTable } from './tables.ts';
import type { StockItemInput, StockItemOutput } from './types.ts';

/** The stock of a product as stored. */
export type StockRow = Selectable<StockItemTable>;
/** The columns that clients can set. */
export type StockColumns = Omit<StockRow, 'item_id' | 'product_id'>;

/**
 * Whether products of a type have a quantity of their own; the quantity of composite ones depends on their components.
 */
export function hasQuantity(call: Call, typeId: string): boolean {
  return call.services.catalog.productType(call, typeId)?.isComposite === false;
}

/** Default values of a product's stock. */
export const emptyStock: StockColumns = {
  qty: null,
  is_in_stock: 0,
  is_qty_decimal: 0,
  show_default_notification_message: 0,
  use_config_min_qty: 1,
  min_qty: 0,
  use_config_min_sale_qty: 1,
  min_sale_qty: 1,
  use_config_max_sale_qty: 1,
  max_sale_qty: 0,
  use_config_backorders: 1,
  backorders: 0,
  use_config_notify_stock_qty: 1,
  notify_stock_qty: 0,
  use_config_qty_increments: 1,
  qty_increments: 0,
  use_config_enable_qty_inc: 1,
  enable_qty_increments: 0,
  use_config_manage_stock: 1,
  manage_stock: 0,
  low_stock_date: null,
  is_decimal_divided: 0,
  stock_status_changed_auto: 0,
  source_status: null,
  is_in_source: 1,
};

/** The columns of stock, without the keys of the row. */
export const stockColumns = keysOf(emptyStock);

/** Stock with the configured value for each setting that follows the configuration. */
interface EffectiveStock extends StockSettings {
  readonly qty: number | null;
  readonly is_in_stock: boolean;
}

/** Replaces each setting that follows the configuration by the configured value. */
export function effectiveStock(stock: StockColumns, settings: StockSettings): EffectiveStock {
  const manage_stock = stock.use_config_manage_stock ? settings.manage_stock : stock.manage_stock === 1;
  const enable_qty_increments = stock.use_config_enable_qty_inc
    ? settings.enable_qty_increments
    : stock.enable_qty_increments === 1;
  const increments = stock.use_config_qty_increments ? settings.qty_increments : stock.qty_increments;
  return {
    qty: stock.qty,
    // Unmanaged stock never runs out.
    is_in_stock: !manage_stock || stock.is_in_stock === 1,
    manage_stock,
    min_qty: stock.use_config_min_qty ? settings.min_qty : stock.min_qty,
    min_sale_qty: stock.use_config_min_sale_qty ? settings.min_sale_qty : stock.min_sale_qty,
    max_sale_qty: stock.use_config_max_sale_qty ? settings.max_sale_qty : stock.max_sale_qty,
    backorders: stock.use_config_backorders ? settings.backorders : stock.backorders,
    notify_stock_qty: stock.use_config_notify_stock_qty ? settings.notify_stock_qty : stock.notify_stock_qty,
    enable_qty_increments,
    qty_increments: enable_qty_increments ? increments : 0,
  };
}

/** Whether the quantity is above the threshold, or backorders are unlimited. */
function isEnough(stock: EffectiveStock): boolean {
  const { manage_stock, qty, min_qty } = stock;
  if (qty === null) return !manage_stock;
  return isUnlimited(stock) || qty > min_qty;
}

/** Whether an unordered product with this stock can be sold; `canBeSold` is the SQL equivalent. */
export function isSalable(stock: StockColumns, settings: StockSettings): boolean {
  const effective = effectiveStock(stock, settings);
  return !effective.manage_stock || (effective.is_in_stock && isEnough(effective));
}

/** The stock in the response format. */
export function presentStock(row: StockRow, settings: StockSettings): StockItemOutput {
  const stock = effectiveStock(row, settings);
  return {
    item_id: row.item_id,
    product_id: row.product_id,
    stock_id: DEFAULT_STOCK,
    qty: row.qty,
    is_in_stock: stock.is_in_stock,
    is_qty_decimal: row.is_qty_decimal === 1,
    show_default_notification_message: row.show_default_notification_message === 1,
    use_config_min_qty: row.use_config_min_qty === 1,
    min_qty: stock.min_qty,
    use_config_min_sale_qty: row.use_config_min_sale_qty,
    min_sale_qty: stock.min_sale_qty,
    use_config_max_sale_qty: row.use_config_max_sale_qty === 1,
    max_sale_qty: stock.max_sale_qty,
    use_config_backorders: row.use_config_backorders === 1,
    backorders: stock.backorders,
    use_config_notify_stock_qty: row.use_config_notify_stock_qty === 1,
    notify_stock_qty: stock.notify_stock_qty,
    use_config_qty_increments: row.use_config_qty_increments === 1,
    qty_increments: stock.qty_increments,
    use_config_enable_qty_inc: row.use_config_enable_qty_inc === 1,
    enable_qty_increments: stock.enable_qty_increments,
    use_config_manage_stock: row.use_config_manage_stock === 1,
    manage_stock: stock.manage_stock,
    low_stock_date: row.low_stock_date,
    is_decimal_divided: row.is_decimal_divided === 1,
    stock_status_changed_auto: row.stock_status_changed_auto,
  };
}

/** Columns that are fields of stock items in requests. */
type SentColumn = Exclude<keyof StockColumns, 'source_status' | 'is_in_source'>;

/** The stored form of a field in a request; undefined when the field has no effect. */
function readColumn(column: SentColumn, value: StockItemInput[SentColumn]): number | null | undefined {
  if (value === undefined || computedColumns.has(column)) return undefined;
  // Null clears the quantity, and has no effect on other columns.
  if (value === null) return column === 'qty' ? null : undefined;
  if (typeof value !== 'number') return Number(value);
  return choiceColumns.has(column) ? fitChoice(value) : stockQuantity(value);
}

/** Enumerated columns; other numbers are quantities. */
const choiceColumns = new Set<string>(['backorders', 'use_config_min_sale_qty']);

/** Computed columns; their values in requests are ignored. */
const computedColumns = new Set<string>(['low_stock_date', 'stock_status_changed_auto']);

const sentColumns = stockColumns.filter(
  (column): column is SentColumn => column !== 'source_status' && column !== 'is_in_source',
);

/**
 * The stock after a change: the values in the request, and their consequences. A product goes out of stock when its
 * quantity becomes too low. It comes back when the quantity suffices again, unless a person set it out of stock.
 * `low_stock_date` records when the quantity became low. Unchanged values have no such effects, and a new product keeps
 * the status in the request.
 *
 * `before`: undefined for a new product; `quantified`: whether the product has a quantity of its own. Throws 400 for
 * the id of a stock that does not exist.
 */
export function changeStock(
  before: StockColumns | undefined,
  input: StockItemInput,
  quantified: boolean,
  settings: StockSettings,
  now: string,
): StockColumns {
  const stockId = input.stock_id ?? DEFAULT_STOCK;
  if (stockId !== DEFAULT_STOCK) throw inventoryErrors.otherStock([stockId, DEFAULT_STOCK]);
  const columns: StockColumns = { ...(before ?? emptyStock) };
  for (const column of sentColumns) {
    const value = readColumn(column, input[column]);
    if (value !== undefined) Object.assign(columns, { [column]: value });
  }
  if (!quantified) return { ...columns, qty: 0, is_in_source: 0 };
  Object.assign(columns, { source_status: null, is_in_source: 1 });
  const effective = effectiveStock(columns, settings);
  if (before && isSame(effectiveStock(before, settings), effective) && before.is_in_stock === columns.is_in_stock)
    return columns;
  const isLow = (columns.qty ?? 0) < effective.notify_stock_qty;
  return { ...columns, ...(before && statusAfter(before, columns, effective)), low_stock_date: isLow ? now : null };
}

/** Columns that affect the salable quantity. */
const saleColumns = [
  'qty',
  'is_in_stock',
  'use_config_min_qty',
  'min_qty',
  'use_config_backorders',
  'backorders',
  'use_config_manage_stock',
  'manage_stock',
  'stock_status_changed_auto',
] as const;

/** Whether a change of stock changes the salable quantity. */
export function changesSales(before: StockColumns, after: StockColumns): boolean {
  return saleColumns.some((column) => before[column] !== after[column]);
}

/** Whether two stocks have the same effective values. */
function isSame(one: EffectiveStock, other: EffectiveStock): boolean {
  return keysOf(one).every((field) => one[field] === other[field]);
}

/** The stock status after a change, and whether it was set automatically. */
function statusAfter(
  before: StockColumns,
  stock: StockColumns,
  effective: EffectiveStock,
): Pick<StockColumns, 'is_in_stock' | 'stock_status_changed_auto'> {
  const { is_in_stock, stock_status_changed_auto } = stock;
  if (!effective.manage_stock) return { is_in_stock, stock_status_changed_auto: 0 };
  if (!isEnough(effective)) {
    return { is_in_stock: 0, stock_status_changed_auto: is_in_stock === 1 ? 1 : stock_status_changed_auto };
  }
  if (before.is_in_stock !== is_in_stock) return { is_in_stock, stock_status_changed_auto: 0 };
  return { is_in_stock: stock_status_changed_auto === 1 ? 1 : is_in_stock, stock_status_changed_auto };
}
