/** Permissions of shared catalogs. */
export const permissions = {
  list: 'Magento_SharedCatalog::list',
  manage: 'Magento_SharedCatalog::manage',
} as const;
