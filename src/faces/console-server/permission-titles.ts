/** Titles of permissions whose id does not tell enough. */
const titles: Readonly<Record<string, string>> = {
  'Magento_Backend::all': 'All permissions',
  'Magento_Backend::admin': 'Shop',
  'Magento_Backend::store': 'Store views and websites',
  'Magento_Backend::stores_settings': 'Settings of stores',
  'Magento_Backend::stores_other_settings': 'Other settings of stores',
  'Magento_Backend::stores_attributes': 'Attributes',
  'Magento_Backend::system_other_settings': 'Other settings of the system',
  'Magento_Backend::convert': 'Import and export',
  'Magento_Backend::content_elements': 'Elements',
  'Magento_Backend::marketing_seo': 'Search and SEO',
  'Magento_Backend::marketing_user_content': 'Reviews by customers',
  'Magento_Backend::marketing_communications': 'Communications',
  'Magento_Backend::myaccount': 'Own account',
  'Magento_Backend::cache': 'Cache',
  'Magento_AdobeCommerceWebhooks::webhooks': 'Hooks',
  'Magento_AdobeCommerceWebhooks::webhooks_edit': 'Edit hooks',
  'Magento_AdobeCommerceWebhooks::webhooks_list': 'List hooks',
  'Magento_AdobeIoEventsClient::adobe_io_events': 'Events',
  'Magento_Cart::manage': 'Manage carts',
  'Magento_Catalog::attributes_attributes': 'Product attributes',
  'Magento_Catalog::catalog_inventory': 'Products and categories',
  'Magento_Catalog::config_catalog': 'Settings of the catalog',
  'Magento_Catalog::sets': 'Attribute sets',
  'Magento_CatalogInventory::cataloginventory': 'Settings of stock',
  'Magento_CatalogRule::promo': 'Price rules',
  'Magento_CatalogRule::promo_catalog': 'Catalog price rules',
  'Magento_Cms::block': 'Blocks',
  'Magento_Cms::page': 'Pages',
  'Magento_Cms::save': 'Save pages',
  'Magento_Cms::page_delete': 'Delete pages',
  'Magento_Cms::save_design': 'Edit the design of pages',
  'Magento_Company::add': 'Add companies',
  'Magento_Company::delete': 'Delete companies',
  'Magento_Company::index': 'Companies',
  'Magento_Company::manage': 'Edit companies',
  'Magento_Config::config': 'Configuration',
  'Magento_Customer::customer': 'Customers',
  'Magento_Customer::group': 'Customer groups',
  'Magento_Customer::manage': 'All customers',
  'Magento_Email::template': 'Emails',
  'Magento_Integration::extensions': 'Extensions',
  'Magento_Integration::integrations': 'Integrations',
  'Magento_InventoryApi::source': 'Stock sources',
  'Magento_InventoryApi::source_edit': 'Edit stock sources',
  'Magento_InventoryApi::stock': 'Stocks',
  'Magento_InventorySalesApi::stock': 'Salable quantities',
  'Magento_Logging::magento_logging': 'Action logs',
  'Magento_Logging::magento_logging_events': 'Audit log',
  'Magento_Logging::system_magento_logging_bulk_operations': 'Bulk operations',
  'Magento_NegotiableQuote::manage': 'Edit quotes',
  'Magento_NegotiableQuote::view_quotes': 'View quotes',
  'Magento_Rma::magento_rma': 'Returns',
  'Magento_Sales::actions': 'Actions on orders',
  'Magento_Sales::actions_edit': 'Edit orders',
  'Magento_Sales::actions_view': 'View orders',
  'Magento_Sales::cancel': 'Cancel orders',
  'Magento_Sales::comment': 'Comment on orders',
  'Magento_Sales::create': 'Create orders',
  'Magento_Sales::creditmemo': 'Create credit memos',
  'Magento_Sales::email': 'Send emails of orders',
  'Magento_Sales::emails': 'Send emails again',
  'Magento_Sales::hold': 'Hold orders',
  'Magento_Sales::invoice': 'Create invoices',
  'Magento_Sales::sales_creditmemo': 'Credit memos',
  'Magento_Sales::sales_invoice': 'Invoices',
  'Magento_Sales::sales_order': 'Orders',
  'Magento_Sales::sales_operation': 'Operations',
  'Magento_Sales::ship': 'Create shipments',
  'Magento_Sales::shipment': 'Shipments',
  'Magento_Sales::unhold': 'Release orders',
  'Magento_SalesRule::quote': 'Cart price rules',
  'Magento_Search::search': 'Search terms',
  'Magento_SharedCatalog::list': 'Shared catalogs',
  'Magento_SharedCatalog::manage': 'Edit shared catalogs',
  'Magento_Tax::manage_tax': 'Tax rules and rates',
  'Magento_User::acl': 'Permissions',
  'Magento_User::acl_roles': 'Roles',
  'Magento_User::acl_users': 'Admin users',
  'Souk_Inspector::calls': 'Recorded calls',
};

/** The title of a permission for people: `Products` of `Magento_Catalog::products`. */
export function permissionTitle(id: string): string {
  const named = titles[id];
  if (named !== undefined) return named;
  const [module = '', name = id] = id.split('::');
  const owner = module.slice(module.lastIndexOf('_') + 1).toLowerCase();
  const isSettings = name.startsWith('config');
  const words = name
    .replace(/^(?:magento|config|system|souk)_?/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  const text = isSettings ? `Settings of ${words || owner}` : words || owner;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
