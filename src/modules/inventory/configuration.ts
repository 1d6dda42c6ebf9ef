import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { objectOf } from '../../kernel/plain-objects.ts';
import {
  choice,
  decimalFrom,
  setting,
  settings,
  shopSetting,
  yesOrNo,
  type SettingType,
} from '../../kernel/settings.ts';
import { anyText } from '../../kernel/any-text.ts';

const quantity = decimalFrom(0, 'units');
/** Thresholds may be negative: they limit backorders. */
const threshold = decimalFrom(undefined, 'units');

/** The id that stands for all customer groups. */
const ALL_GROUPS = '32000';

/** A quantity, or one per customer group (`{"32000":"3"}`); only the value for all groups is used. */
const leastQuantity: SettingType<number> = {
  read(stored) {
    const plain = quantityForAll(stored.trim());
    return isQuantity(plain) ? Number(plain) : undefined;
  },
  accepts: (stored) => Object.values(groupQuantities(stored) ?? [stored]).every(isQuantity),
  write: String,
  expected: `a quantity, or quantities by customer group such as {"${ALL_GROUPS}":"3"}`,
  unit: 'units',
};

function isQuantity(value: unknown): boolean {
  return value !== '' && Number.isFinite(Number(value)) && Number(value) > 0;
}

function quantityForAll(stored: string): string {
  if (!stored.startsWith('{')) return stored;
  return anyText(groupQuantities(stored)?.[ALL_GROUPS] ?? '');
}

/** Quantities by customer group; undefined when the text is not a JSON object. */
function groupQuantities(stored: string): Readonly<Record<string, unknown>> | undefined {
  if (!stored.startsWith('{')) return undefined;
  try {
    return objectOf(JSON.parse(stored));
  } catch {
    return undefined;
  }
}

/** Default stock settings, used by products that follow the configuration. */
export const itemSettings = {
  managesStock: setting(
    'cataloginventory/item_options/manage_stock',
    yesOrNo,
    true,
    'Whether the quantity of products is counted',
    shopSetting,
  ),
  threshold: setting(
    'cataloginventory/item_options/min_qty',
    threshold,
    0,
    'Quantity at which products are out of stock',
    shopSetting,
  ),
  backorders: setting(
    'cataloginventory/item_options/backorders',
    choice({ '0': '0', '1': '1', '2': '2' }),
    '0',
    'Whether more can be ordered than there is: 0 no, 1 yes, 2 yes, and buyers are notified',
    shopSetting,
  ),
  leastInCart: setting(
    'cataloginventory/item_options/min_sale_qty',
    leastQuantity,
    1,
    'Least quantity of a product in a cart',
    shopSetting,
  ),
  mostInCart: setting(
    'cataloginventory/item_options/max_sale_qty',
    quantity,
    10_000,
    'Greatest quantity of a product in a cart',
    shopSetting,
  ),
  usesIncrements: setting(
    'cataloginventory/item_options/enable_qty_increments',
    yesOrNo,
    false,
    'Whether products are sold in multiples of qty_increments only',
    shopSetting,
  ),
  increments: setting(
    'cataloginventory/item_options/qty_increments',
    quantity,
    1,
    'Quantity of which multiples are sold',
    shopSetting,
  ),
  lowQuantity: setting(
    'cataloginventory/item_options/notify_stock_qty',
    threshold,
    1,
    'Quantity below which the stock of a product is low',
    shopSetting,
  ),
  returnsRefunded: setting(
    'cataloginventory/item_options/auto_return',
    yesOrNo,
    false,
    'Whether refunded items go back into stock by themselves',
    shopSetting,
  ),
};

/** Settings of the stock display, and of its change by orders. */
export const stockOptions = {
  countsOrders: setting(
    'cataloginventory/options/can_subtract',
    yesOrNo,
    true,
    'Whether orders reduce the quantity that can be sold',
    shopSetting,
  ),
  showsUnsold: setting(
    'cataloginventory/options/show_out_of_stock',
    yesOrNo,
    false,
    'Whether lists show products that are out of stock',
    shopSetting,
  ),
  fewLeft: setting(
    'cataloginventory/options/stock_threshold_qty',
    quantity,
    0,
    'Quantity up to which product pages show how many are left; 0: they never do',
    shopSetting,
  ),
  shortage: setting(
    'cataloginventory/options/not_available_message',
    choice({ withQuantity: '1', withoutQuantity: '2' }),
    'withoutQuantity',
    'Whether buyers who ask for too many learn how many are left',
    shopSetting,
  ),
};

/** Configuration of stock, by path. */
export const inventoryConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'cataloginventory/bulk_operations/async': '0',
    'cataloginventory/bulk_operations/batch_size': '100',
    'cataloginventory/indexer/strategy': 'sync',
    'cataloginventory/inventory_source_carriers/use_enabled_carriers': '1',
    'cataloginventory/options/can_back_in_stock': '1',
    'cataloginventory/options/display_product_stock_status': '1',
    'cataloginventory/options/enable_inventory_check': '1',
    'cataloginventory/options/synchronize_with_catalog': '0',
  }),
  ...settings([...Object.values(itemSettings), ...Object.values(stockOptions)]),
};
