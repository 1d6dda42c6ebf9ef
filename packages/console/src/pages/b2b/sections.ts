import { t } from '../../texts/text.ts';
/** The sections of the page of companies, each with its module and the permission that opens it. */
export const b2bSections = [
  { name: 'quotes', title: t('Quotes'), module: 'NegotiableQuote', permission: 'Magento_NegotiableQuote::view_quotes' },
  { name: 'orders', title: t('Purchase orders'), module: 'PurchaseOrder', permission: 'Magento_Sales::actions_view' },
  { name: 'companies', title: t('Companies'), module: 'Company', permission: 'Magento_Company::index' },
  { name: 'catalogs', title: t('Shared catalogs'), module: 'SharedCatalog', permission: 'Magento_SharedCatalog::list' },
] as const;
