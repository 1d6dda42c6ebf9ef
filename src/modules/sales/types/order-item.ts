import type { Always } from '../../../kernel/fields.ts';
import * as t from '../../../kernel/types.ts';
import { searchResults } from '../../../storage/criteria/criteria.ts';
import { productOptionExtension } from '../../quote/option-types.ts';
import { OrderTaxItem } from './taxes.ts';

/** The choices of a buyer; product types add their own. */
export const OrderProductOptionExtension = productOptionExtension('catalog-data-product-option-extension-interface');

/** The buyer's choices for a product. */
const ProductOption = t.object('catalog-data-product-option-interface', {
  extension_attributes: t.optional(OrderProductOptionExtension),
});

/** Extension attributes of an item of an order; modules add to them. */
export const OrderItemExtensionAttributes = t.extension('sales-data-order-item-extension-interface', {
  itemized_taxes: t.optional(t.array(OrderTaxItem)),
});

/** An item of an order, with its quantities and amounts in each step. */
export const OrderItem = t.object('sales-data-order-item-interface', {
  additional_data: t.optional(t.string),
  amount_refunded: t.optional(t.number),
  applied_rule_ids: t.optional(t.string),
  base_amount_refunded: t.optional(t.number),
  base_cost: t.optional(t.number),
  base_discount_amount: t.optional(t.number),
  base_discount_invoiced: t.optional(t.number),
  base_discount_refunded: t.optional(t.number),
  base_discount_tax_compensation_amount: t.optional(t.number),
  base_discount_tax_compensation_invoiced: t.optional(t.number),
  base_discount_tax_compensation_refunded: t.optional(t.number),
  base_original_price: t.optional(t.number),
  base_price: t.optional(t.number),
  base_price_incl_tax: t.optional(t.number),
  base_row_invoiced: t.optional(t.number),
  base_row_total: t.optional(t.number),
  base_row_total_incl_tax: t.optional(t.number),
  base_tax_amount: t.optional(t.number),
  base_tax_before_discount: t.optional(t.number),
  base_tax_invoiced: t.optional(t.number),
  base_tax_refunded: t.optional(t.number),
  base_weee_tax_applied_amount: t.optional(t.number),
  base_weee_tax_applied_row_amnt: t.optional(t.number),
  base_weee_tax_disposition: t.optional(t.number),
  base_weee_tax_row_disposition: t.optional(t.number),
  created_at: t.optional(t.time),
  description: t.optional(t.string),
  discount_amount: t.optional(t.number),
  discount_invoiced: t.optional(t.number),
  discount_percent: t.optional(t.number),
  discount_refunded: t.optional(t.number),
  event_id: t.optional(t.integer),
  ext_order_item_id: t.optional(t.string),
  free_shipping: t.optional(t.integer),
  gw_base_price: t.optional(t.number),
  gw_base_price_invoiced: t.optional(t.number),
  gw_base_price_refunded: t.optional(t.number),
  gw_base_tax_amount: t.optional(t.number),
  gw_base_tax_amount_invoiced: t.optional(t.number),
  gw_base_tax_amount_refunded: t.optional(t.number),
  gw_id: t.optional(t.integer),
  gw_price: t.optional(t.number),
  gw_price_invoiced: t.optional(t.number),
  gw_price_refunded: t.optional(t.number),
  gw_tax_amount: t.optional(t.number),
  gw_tax_amount_invoiced: t.optional(t.number),
  gw_tax_amount_refunded: t.optional(t.number),
  discount_tax_compensation_amount: t.optional(t.number),
  discount_tax_compensation_canceled: t.optional(t.number),
  discount_tax_compensation_invoiced: t.optional(t.number),
  discount_tax_compensation_refunded: t.optional(t.number),
  is_qty_decimal: t.optional(t.integer),
  is_virtual: t.optional(t.integer),
  item_id: t.optional(t.integer),
  locked_do_invoice: t.optional(t.integer),
  locked_do_ship: t.optional(t.integer),
  name: t.optional(t.string),
  no_discount: t.optional(t.integer),
  order_id: t.optional(t.integer),
  original_price: t.optional(t.number),
  parent_item_id: t.optional(t.integer),
  price: t.optional(t.number),
  price_incl_tax: t.optional(t.number),
  product_id: t.optional(t.integer),
  product_type: t.optional(t.string),
  qty_backordered: t.optional(t.number),
  qty_canceled: t.optional(t.number),
  qty_invoiced: t.optional(t.number),
  qty_ordered: t.optional(t.number),
  qty_refunded: t.optional(t.number),
  qty_returned: t.optional(t.number),
  qty_shipped: t.optional(t.number),
  quote_item_id: t.optional(t.integer),
  row_invoiced: t.optional(t.number),
  row_total: t.optional(t.number),
  row_total_incl_tax: t.optional(t.number),
  row_weight: t.optional(t.number),
  sku: t.string,
  store_id: t.optional(t.integer),
  tax_amount: t.optional(t.number),
  tax_before_discount: t.optional(t.number),
  tax_canceled: t.optional(t.number),
  tax_invoiced: t.optional(t.number),
  tax_percent: t.optional(t.number),
  tax_refunded: t.optional(t.number),
  updated_at: t.optional(t.time),
  weee_tax_applied: t.optional(t.string),
  weee_tax_applied_amount: t.optional(t.number),
  weee_tax_applied_row_amount: t.optional(t.number),
  weee_tax_disposition: t.optional(t.number),
  weee_tax_row_disposition: t.optional(t.number),
  weight: t.optional(t.number),
  parent_item: t.optional(t.lazy<Record<string, unknown>>((): t.ObjectType => OrderItem)),
  product_option: t.optional(ProductOption),
  extension_attributes: t.optional(OrderItemExtensionAttributes),
});

/** A page of items of orders. */
export const OrderItemSearchResults = searchResults('sales-data-order-item-search-result-interface', OrderItem);
/** The fields of an item in a request, without those that are stored apart. */
export type ItemInput = Omit<t.In<typeof OrderItem>, 'parent_item' | 'extension_attributes'>;

/** The quantities and amounts of an item without any document. */
export const nothingDone = {
  amount_refunded: 0,
  base_amount_refunded: 0,
  discount_invoiced: 0,
  base_discount_invoiced: 0,
  tax_invoiced: 0,
  base_tax_invoiced: 0,
  row_invoiced: 0,
  base_row_invoiced: 0,
  qty_canceled: 0,
  qty_invoiced: 0,
  qty_refunded: 0,
  qty_shipped: 0,
} as const satisfies ItemInput;

/** Further fields that every stored item has. */
type AlwaysOnItem =
  | 'item_id'
  | 'store_id'
  | 'created_at'
  | 'updated_at'
  | 'discount_amount'
  | 'base_discount_amount'
  | 'discount_percent'
  | 'tax_amount'
  | 'base_tax_amount'
  | 'free_shipping'
  | 'no_discount'
  | 'row_weight';

/** The stored fields of an item. As in `OrderFields`, other amounts may be missing. */
export type ItemFields = Always<ItemInput, keyof typeof nothingDone | AlwaysOnItem>;
