import { keysOf } from '../../kernel/own-fields.ts';
/**
 * Permissions of a company's users, by the ids of the interface, in its order: id → whether `DEFAULT_ROLE` allows it.
 */
const defaults = {
  'Magento_Company::index': true,
  'Magento_Sales::all': true,
  'Magento_Sales::place_order': true,
  'Magento_Sales::payment_account': true,
  'Magento_Sales::view_orders': true,
  'Magento_Sales::view_orders_sub': true,
  'Magento_NegotiableQuote::all': true,
  'Magento_NegotiableQuote::view_quotes': true,
  'Magento_NegotiableQuote::manage': true,
  'Magento_NegotiableQuote::checkout': true,
  'Magento_NegotiableQuote::view_quotes_sub': true,
  'Magento_NegotiableQuoteTemplate::all': true,
  'Magento_NegotiableQuoteTemplate::view_template': true,
  'Magento_NegotiableQuoteTemplate::manage': true,
  'Magento_NegotiableQuoteTemplate::generate_quote': true,
  'Magento_PurchaseOrder::all': false,
  'Magento_PurchaseOrder::view_purchase_orders': false,
  'Magento_PurchaseOrder::view_purchase_orders_for_subordinates': false,
  'Magento_PurchaseOrder::view_purchase_orders_for_company': false,
  'Magento_PurchaseOrder::autoapprove_purchase_order': false,
  'Magento_PurchaseOrderRule::super_approve_purchase_order': false,
  'Magento_PurchaseOrderRule::view_approval_rules': false,
  'Magento_PurchaseOrderRule::manage_approval_rules': false,
  'Magento_Company::view': true,
  'Magento_Company::view_account': true,
  'Magento_Company::edit_account': false,
  'Magento_Company::view_address': true,
  'Magento_Company::edit_address': false,
  'Magento_Company::contacts': true,
  'Magento_Company::payment_information': true,
  'Magento_Company::shipping_information': true,
  'Magento_Company::user_management': false,
  'Magento_Company::roles_view': false,
  'Magento_Company::roles_edit': false,
  'Magento_Company::users_view': false,
  'Magento_Company::users_edit': false,
  'Magento_Company::credit': true,
  'Magento_Company::credit_history': true,
} as const;

/** A thing that users may be allowed. */
export type CompanyResource = keyof typeof defaults;

/** Everything that users may be allowed. */
export const companyResources: readonly CompanyResource[] = keysOf(defaults);

/** The initial role of every company. It allows all of sales and quotes, and to see the company and its credit. */
export const DEFAULT_ROLE = 'Default User';
export const allowedByDefault: ReadonlySet<CompanyResource> = new Set(
  companyResources.filter((resource) => defaults[resource]),
);
