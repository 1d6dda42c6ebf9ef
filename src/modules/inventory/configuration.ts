import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Configuration of stock, by path. */
export const inventoryConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  'cataloginventory/bulk_operations/async': '0',
  'cataloginventory/bulk_operations/batch_size': '100',
  'cataloginventory/indexer/strategy': 'sync',
  'cataloginventory/inventory_source_carriers/use_enabled_carriers': '1',
  'cataloginventory/item_options/auto_return': '0',
  'cataloginventory/item_options/backorders': '0',
  'cataloginventory/item_options/enable_qty_increments': '0',
  'cataloginventory/item_options/manage_stock': '1',
  'cataloginventory/item_options/max_sale_qty': '10000',
  'cataloginventory/item_options/min_qty': '0',
  'cataloginventory/item_options/min_sale_qty': '1',
  'cataloginventory/item_options/notify_stock_qty': '1',
  'cataloginventory/item_options/qty_increments': '1',
  'cataloginventory/options/can_back_in_stock': '1',
  'cataloginventory/options/can_subtract': '1',
  'cataloginventory/options/display_product_stock_status': '1',
  'cataloginventory/options/enable_inventory_check': '1',
  'cataloginventory/options/not_available_message': '2',
  'cataloginventory/options/show_out_of_stock': '0',
  'cataloginventory/options/stock_threshold_qty': '0',
  'cataloginventory/options/synchronize_with_catalog': '0',
});
