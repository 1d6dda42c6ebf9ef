import type { CompanyResource } from './resources.ts';

/** A permission as storefronts show it, with the permissions below it. */
export interface ResourceNode {
  readonly id: CompanyResource;
  readonly text: string;
  /** Place among the permissions of the same parent. */
  readonly sort_order: number;
  readonly children: readonly ResourceNode[];
}

const node = (
  id: CompanyResource,
  text: string,
  sort_order: number,
  children: readonly ResourceNode[] = [],
): ResourceNode => ({ id, text, sort_order, children });

const sales = node('Magento_Sales::all', 'Sales', 50, [
  node('Magento_Sales::place_order', 'Allow Checkout', 100, [
    node('Magento_Sales::payment_account', 'Use Pay On Account method', 100),
  ]),
  node('Magento_Sales::view_orders', 'View orders', 200),
  node('Magento_Sales::view_orders_sub', 'View orders of subordinate users', 300),
]);

const quotes = node('Magento_NegotiableQuote::all', 'Quotes', 60, [
  node('Magento_NegotiableQuote::view_quotes', 'View', 100, [
    node('Magento_NegotiableQuote::manage', 'Request, Edit, Delete', 100),
    node('Magento_NegotiableQuote::checkout', 'Checkout with Quote', 200),
  ]),
  node('Magento_NegotiableQuote::view_quotes_sub', 'View quotes of subordinate users', 200),
]);

const quoteTemplates = node('Magento_NegotiableQuoteTemplate::all', 'Quote Templates', 65, [
  node('Magento_NegotiableQuoteTemplate::view_template', 'View', 100, [
    node('Magento_NegotiableQuoteTemplate::manage', 'Request, Edit, Delete', 100),
    node('Magento_NegotiableQuoteTemplate::generate_quote', 'Generate Quote from Template', 200),
  ]),
]);

const approvals = node('Magento_PurchaseOrder::all', 'Order Approvals', 70, [
  node('Magento_PurchaseOrder::view_purchase_orders', 'View My Purchase Orders', 100, [
    node('Magento_PurchaseOrder::view_purchase_orders_for_subordinates', 'View for subordinates', 100),
    node('Magento_PurchaseOrder::view_purchase_orders_for_company', 'View for all company', 200),
  ]),
  node('Magento_PurchaseOrder::autoapprove_purchase_order', 'Auto-approve POs created within this role', 200),
  node(
    'Magento_PurchaseOrderRule::super_approve_purchase_order',
    'Approve Purchase Orders without other approvals',
    300,
  ),
  node('Magento_PurchaseOrderRule::view_approval_rules', 'View Approval Rules', 400, [
    node('Magento_PurchaseOrderRule::manage_approval_rules', 'Create, Edit and Delete', 100),
  ]),
]);

const profile = node('Magento_Company::view', 'Company Profile', 100, [
  node('Magento_Company::view_account', 'Account Information (View)', 100, [
    node('Magento_Company::edit_account', 'Edit', 100),
  ]),
  node('Magento_Company::view_address', 'Legal Address (View)', 200, [
    node('Magento_Company::edit_address', 'Edit', 100),
  ]),
  node('Magento_Company::contacts', 'Contacts (View)', 300),
  node('Magento_Company::payment_information', 'Payment Information (View)', 400),
  node('Magento_Company::shipping_information', 'Shipping Information (View)', 450),
]);

const management = node('Magento_Company::user_management', 'Company User Management', 200, [
  node('Magento_Company::roles_view', 'View roles and permissions', 100, [
    node('Magento_Company::roles_edit', 'Manage roles and permissions', 100),
  ]),
  node('Magento_Company::users_view', 'View users and teams', 300, [
    node('Magento_Company::users_edit', 'Manage users and teams', 100),
  ]),
]);

const credit = node('Magento_Company::credit', 'Company Credit', 500, [
  node('Magento_Company::credit_history', 'View', 100),
]);

/** All permissions of companies, below the one of the storefront's company pages. */
export const resourceTree: readonly ResourceNode[] = [
  node('Magento_Company::index', 'All', 100, [sales, quotes, quoteTemplates, approvals, profile, management, credit]),
];

/** The part of a tree that is allowed. A permission whose parent is denied takes the place of its parent. */
export function allowedTree(nodes: readonly ResourceNode[], allowed: ReadonlySet<string>): readonly ResourceNode[] {
  return nodes.flatMap((one) => {
    const children = allowedTree(one.children, allowed);
    return allowed.has(one.id) ? [{ ...one, children }] : children;
  });
}
