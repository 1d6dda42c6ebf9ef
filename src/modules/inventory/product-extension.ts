import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { noteChanges } from '../../platform/change-log/note.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import type { ProductExtension, ProductExtensions, SentExtension } from '../catalog/products/extensions.ts';
import type { SaleRule, StoredProduct } from '../catalog/service.ts';
import { stockEntity } from './changes.ts';
import { followComponents } from './composites.ts';
import { DEFAULT_STOCK, otherStocks, stockOfCall } from './extensions.ts';
import { canBeSold, componentInStock, hidesUnsold } from './in-stock.ts';
import { deleteStock, insertStock, nestedStock, stocksOf, updateStock } from './rows.ts';
import { stockSettings } from './settings.ts';
import {
  changeStock,
  emptyStock,
  hasQuantity,
  isSalable,
  presentStock,
  type StockColumns,
  type StockRow,
} from './stock.ts';
import type { StockItemInput } from './types.ts';

declare module '../catalog/products/added-fields.ts' {
  interface ProductExtensions {
    readonly stock?: StockRow;
  }
}

/** The stock item in a product's extension attributes; lists of products omit it, as the interface does. */
export const stockExtension: ProductExtension = {
  name: 'stock',
  fields: ['stock_item'],
  inLists: false,
  inCarts: false,
  nested: () => ({ display: { stock: nestedStock } }),
  async load(call, products) {
    const stocks = await stocksOf(call, products);
    return new Map([...stocks].map(([id, stock]) => [id, { stock }]));
  },
  present: (call, { extensions: { stock } }) => stock && { stock_item: presentStock(stock, stockSettings(call)) },
  save: saveStock,
  async remove(call, product) {
    await deleteStock(call, product.id);
    noteChanges(call, [{ entity: stockEntity.name, id: product.id, key: product.sku, action: 'deleted' }]);
  },
  searchFields: {
    quantity_and_stock_status: stockField('flag', 'is_in_stock'),
    is_in_stock: stockField('flag', 'is_in_stock'),
    qty: stockField('number', 'qty'),
  },
};

async function saveStock(call: Call, product: StoredProduct, stockInput: SentExtension): Promise<ProductExtensions> {
  const settings = stockSettings(call);
  const input = sentStock(stockInput);
  const before = stockInput.isNew ? undefined : (await stocksOf(call, [product])).get(product.id);
  const now = formatTime(call.clock.now());
  const quantified = hasQuantity(call, product.type_id);
  const change = (stock: typeof before, values: StockItemInput) =>
    changeStock(stock, values, quantified, settings, now);
  if (before) {
    const row = input ? await updateStock(call, before, change(before, input)) : before;
    await followComponents(call, [{ before, after: row }]);
    return { stock: row };
  }
  // Nobody has taken a composite product out of stock that comes without data: it follows its components.
  const initial: StockColumns = quantified
    ? emptyStock
    : { ...emptyStock, qty: 0, is_in_source: 0, stock_status_changed_auto: 1 };
  const stock = await insertStock(call, product.id, input ? change(undefined, input) : initial);
  noteChanges(call, [{ entity: stockEntity.name, id: product.id, key: product.sku, action: 'created' }]);
  return { stock };
}

/** The sale rule of lists that show only salable products. */
export const stockRule: SaleRule = {
  hidesUnsold,
  canBeSold: (call) => canBeSold(call, DEFAULT_STOCK),
  componentInStock,
  places: (call) => otherStocks(call)?.ids(call) ?? [],
  canBeSoldAt: canBeSold,
  placeOf: (call) => {
    const stockId = stockOfCall(call);
    return stockId === DEFAULT_STOCK ? undefined : stockId;
  },
  startsSalable(call, typeId, stockInput) {
    // Composite products depend on their components, which do not exist yet.
    if (!hasQuantity(call, typeId)) return undefined;
    const settings = stockSettings(call);
    const input = sentStock(stockInput);
    const now = formatTime(call.clock.now());
    return isSalable(input ? changeStock(undefined, input, true, settings, now) : emptyStock, settings);
  },
};

/** The stock in a request: the stock item, or else the custom attribute of older clients. */
function sentStock({ fields, customAttribute }: SentExtension): StockItemInput | undefined {
  const item = fields.stock_item as StockItemInput | null | undefined;
  const attribute = readAttribute(customAttribute('quantity_and_stock_status'));
  return item || attribute ? { ...attribute, ...item } : undefined;
}

/** `{"qty": 5, "is_in_stock": true}`; undefined for anything else. */
function readAttribute(value: unknown): StockItemInput | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { qty, is_in_stock }: { qty?: unknown; is_in_stock?: unknown } = value;
  const quantity = Number(qty);
  return {
    ...(qty === null ? { qty } : qty !== undefined && Number.isFinite(quantity) ? { qty: quantity } : {}),
    ...(is_in_stock === undefined || is_in_stock === null ? {} : { is_in_stock: isTrue(is_in_stock) }),
  };
}

function isTrue(value: unknown): boolean {
  return value === true || /^(1|true|yes|on)$/i.test(String(value));
}

function stockField(kind: 'flag' | 'number', column: 'qty' | 'is_in_stock'): SearchField {
  const value = sql.ref(`s.${column}`);
  return {
    kind,
    column: sql`(select ${value} from cataloginventory_stock_item s where s.product_id = p.id)`,
    filter: ({ on }) => sql`p.id in (select s.product_id from cataloginventory_stock_item s where ${on(value)})`,
  };
}
