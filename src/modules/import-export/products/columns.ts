/**
 * Columns of the interface's product file that are attributes under another name. Source: product attribute reference of the
 * merchant guide.
 */
export const renamedAttributes: Readonly<Record<string, string>> = {
  product_online: 'status',
  tax_class_name: 'tax_class_id',
  special_price_from_date: 'special_from_date',
  special_price_to_date: 'special_to_date',
  meta_keywords: 'meta_keyword',
  new_from_date: 'news_from_date',
  new_to_date: 'news_to_date',
  display_product_options_in: 'options_container',
  map_price: 'minimal_price',
  map_enabled: 'msrp_enabled',
  msrp_price: 'msrp',
  base_image_label: 'image_label',
  thumbnail_image_label: 'thumbnail_label',
  giftcard_allow_open_amount: 'allow_open_amount',
  giftcard_open_amount_min: 'open_amount_min',
  giftcard_open_amount_max: 'open_amount_max',
  giftcard_is_redeemable: 'is_redeemable',
  giftcard_lifetime: 'lifetime',
  giftcard_allow_message: 'allow_message',
  giftcard_email_template: 'email_template',
  bundle_price_type: 'price_type',
  bundle_sku_type: 'sku_type',
  bundle_weight_type: 'weight_type',
  bundle_price_view: 'price_view',
  bundle_shipment_type: 'shipment_type',
};

/** Texts of bundle columns, and the values of their attributes. */
export const bundleTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  price_type: { dynamic: '0', fixed: '1' },
  sku_type: { dynamic: '0', fixed: '1' },
  weight_type: { dynamic: '0', fixed: '1' },
  price_view: { 'price range': '0', 'as low as': '1' },
  shipment_type: { together: '0', separately: '1' },
};

/** Columns of the stock item, and their fields. */
export const stockFields: Readonly<Record<string, string>> = {
  qty: 'qty',
  is_in_stock: 'is_in_stock',
  is_qty_decimal: 'is_qty_decimal',
  is_decimal_divided: 'is_decimal_divided',
  out_of_stock_qty: 'min_qty',
  use_config_min_qty: 'use_config_min_qty',
  allow_backorders: 'backorders',
  use_config_backorders: 'use_config_backorders',
  min_cart_qty: 'min_sale_qty',
  use_config_min_sale_qty: 'use_config_min_sale_qty',
  max_cart_qty: 'max_sale_qty',
  use_config_max_sale_qty: 'use_config_max_sale_qty',
  notify_on_stock_below: 'notify_stock_qty',
  use_config_notify_stock_qty: 'use_config_notify_stock_qty',
  manage_stock: 'manage_stock',
  use_config_manage_stock: 'use_config_manage_stock',
  qty_increments: 'qty_increments',
  use_config_qty_increments: 'use_config_qty_increments',
  enable_qty_increments: 'enable_qty_increments',
  use_config_enable_qty_inc: 'use_config_enable_qty_inc',
};

/** Fields of the stock item that are numbers; the others are flags. */
export const stockNumbers: ReadonlySet<string> = new Set([
  'qty',
  'min_qty',
  'backorders',
  'min_sale_qty',
  'max_sale_qty',
  'notify_stock_qty',
  'qty_increments',
]);

/** The roles of images, by column. */
export const imageColumns: Readonly<Record<string, string>> = {
  base_image: 'image',
  small_image: 'small_image',
  thumbnail_image: 'thumbnail',
  swatch_image: 'swatch_image',
};

/** Columns of links to other products, with the type of the link and the column of the positions. */
export const linkColumns = {
  related_skus: { type: 'related', positions: 'related_position' },
  crosssell_skus: { type: 'crosssell', positions: 'crosssell_position' },
  upsell_skus: { type: 'upsell', positions: 'upsell_position' },
} as const;

/** Columns that only identify a row, its type and its attribute set. */
export const headColumns: ReadonlySet<string> = new Set([
  'sku',
  'store_view_code',
  'attribute_set_code',
  'attribute_set_id',
  'product_type',
  'type_id',
]);

/** Columns with data that all store views share, and that are no attributes. */
const sharedColumns = [
  'id',
  'categories',
  'category_ids',
  'product_websites',
  'website_ids',
  'created_at',
  'custom_options',
  'bundle_values',
  'associated_skus',
  'configurable_variations',
  'configurable_variation_labels',
  'downloadable_links',
  'downloadable_samples',
  'giftcard_amount',
  'additional_images',
  'additional_image_labels',
  'hide_from_product_page',
  'swatch_image_label',
  ...Object.keys(imageColumns),
  ...Object.keys(stockFields),
  ...Object.entries(linkColumns).flatMap(([column, { positions }]) => [column, positions]),
];

/** Columns without an effect: the server computes them, or they repeat others. */
export const ignoredColumns: ReadonlySet<string> = new Set([
  'updated_at',
  'website_id',
  'deferred_stock_update',
  'use_config_deferred_stock_update',
  'product_options_container',
  '_comment',
]);

const shared: ReadonlySet<string> = new Set(sharedColumns);

/** Whether a column has data that all store views share, and is no attribute. */
export function isShared(column: string): boolean {
  return shared.has(column);
}

/** Whether a column is one of product files; `isAttribute` says which others are attributes. */
export function isProductColumn(column: string, isAttribute: (code: string) => boolean): boolean {
  return (
    shared.has(column) ||
    headColumns.has(column) ||
    ignoredColumns.has(column) ||
    column === 'additional_attributes' ||
    column in renamedAttributes ||
    isAttribute(column)
  );
}
