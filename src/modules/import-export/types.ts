/** The kinds of records that requests can import. */
export const importedEntities = [
  'catalog_product',
  'advanced_pricing',
  'customer',
  'customer_address',
  'customer_composite',
  'customer_finance',
  'stock_sources',
] as const;
