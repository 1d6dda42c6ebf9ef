import { t } from '../texts/text.ts';
/** The sections of the page of access, each with the permission that opens it. */
export const accessSections = [
  { name: 'integrations', title: t('Integrations'), permission: 'Magento_Integration::integrations' },
  { name: 'users', title: t('Admin users'), permission: 'Magento_User::acl_users' },
  { name: 'roles', title: t('Roles'), permission: 'Magento_User::acl_roles' },
  { name: 'sessions', title: t('Sessions'), permission: 'Magento_User::acl_users' },
] as const;

/** Permissions to list records, by kind; one of them opens the page of data. */
export const kindPermissions = {
  products: 'Magento_Catalog::products',
  categories: 'Magento_Catalog::categories',
  customers: 'Magento_Customer::customer',
  carts: 'Magento_Cart::manage',
  orders: 'Magento_Sales::actions_view',
  invoices: 'Magento_Sales::sales_invoice',
  shipments: 'Magento_Sales::shipment',
  creditmemos: 'Magento_Sales::sales_creditmemo',
  returns: 'Magento_Rma::magento_rma',
  rules: 'Magento_SalesRule::quote',
  'source-items': 'Magento_InventoryApi::source',
} as const;

/** The permissions of the page of data. */
export const dataPermissions: readonly string[] = Object.values(kindPermissions);
