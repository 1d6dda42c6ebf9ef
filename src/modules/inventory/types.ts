import * as t from '../../kernel/types.ts';

/** The stock of a product; where a `use_config_…` is set, the value beside it is the configured one. */
export const StockItem = t.object('catalog-inventory-data-stock-item-interface', {
  item_id: t.optional(t.integer),
  product_id: t.optional(t.integer),
  stock_id: t.optional(t.integer),
  qty: t.number,
  is_in_stock: t.boolean,
  is_qty_decimal: t.boolean,
  show_default_notification_message: t.boolean,
  use_config_min_qty: t.boolean,
  min_qty: t.number,
  use_config_min_sale_qty: t.integer,
  min_sale_qty: t.number,
  use_config_max_sale_qty: t.boolean,
  max_sale_qty: t.number,
  use_config_backorders: t.boolean,
  backorders: t.integer,
  use_config_notify_stock_qty: t.boolean,
  notify_stock_qty: t.number,
  use_config_qty_increments: t.boolean,
  qty_increments: t.number,
  use_config_enable_qty_inc: t.boolean,
  enable_qty_increments: t.boolean,
  use_config_manage_stock: t.boolean,
  manage_stock: t.boolean,
  low_stock_date: t.string,
  is_decimal_divided: t.boolean,
  stock_status_changed_auto: t.integer,
  extension_attributes: t.optional(t.extension('catalog-inventory-data-stock-item-extension-interface', {})),
});
/** A stock item in a request. */
export type StockItemInput = t.In<typeof StockItem>;
/** A stock item in a response. */
export type StockItemOutput = t.Out<typeof StockItem>;

/** Whether a product can be sold (`stock_status` 1 or 0), and in which quantity. */
export const StockStatus = t.object('catalog-inventory-data-stock-status-interface', {
  product_id: t.integer,
  stock_id: t.integer,
  qty: t.integer,
  stock_status: t.integer,
  stock_item: StockItem,
  extension_attributes: t.optional(t.extension('catalog-inventory-data-stock-status-extension-interface', {})),
});

interface CriteriaShape {
  mapper_interface_name: string;
  criteria_list: CriteriaShape[];
  filters: string[];
  orders: string[];
  limit: string[];
}

const criteriaFields = {
  mapper_interface_name: t.string,
  criteria_list: t.array(t.lazy<CriteriaShape>(() => Criteria)),
  filters: t.array(t.string),
  orders: t.array(t.string),
  limit: t.array(t.string),
};
const Criteria: t.ObjectType = t.object('framework-criteria-interface', criteriaFields);

/** Criteria of a list of stock items, in the interface's older form. */
const StockItemCriteria = t.object('catalog-inventory-stock-item-criteria-interface', criteriaFields);

/** A list of stock items. */
export const StockItemCollection = t.object('catalog-inventory-data-stock-item-collection-interface', {
  items: t.array(StockItem),
  search_criteria: StockItemCriteria,
  total_count: t.integer,
});
