/** The kinds of records that requests can import. */
export const importedEntities = [
  'catalog_product',
  'advanced_pricing',
  'customer',
  'customer_address',
  'stock_sources',
] as const;
