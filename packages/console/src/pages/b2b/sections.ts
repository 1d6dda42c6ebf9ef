/** The sections of the page of companies, each with its module and the permission that opens it. */
export const b2bSections = [
  { name: 'quotes', title: 'Quotes', module: 'NegotiableQuote', permission: 'Magento_NegotiableQuote::view_quotes' },
  { name: 'orders', title: 'Purchase orders', module: 'PurchaseOrder', permission: 'Magento_Sales::actions_view' },
  { name: 'companies', title: 'Companies', module: 'Company', permission: 'Magento_Company::index' },
  { name: 'catalogs', title: 'Shared catalogs', module: 'SharedCatalog', permission: 'Magento_SharedCatalog::list' },
] as const;
