import type { CallRoute, Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { join } from './customers.ts';
import { customerIn, findNode, moveNode } from './structure.ts';
import type { CompanyResource } from './resources.ts';

const LEADER = 'tom.ashworth@example.com';
const APPROVER = 'sofia.lindqvist@example.com';
const PURCHASER = 'mei.tanaka@example.com';

/** Permissions of the roles of the company. */
const roles = {
  Purchaser: [
    'Magento_Company::index',
    'Magento_Sales::all',
    'Magento_Sales::place_order',
    'Magento_Sales::payment_account',
    'Magento_Sales::view_orders',
    'Magento_NegotiableQuote::all',
    'Magento_NegotiableQuote::view_quotes',
    'Magento_NegotiableQuote::manage',
    'Magento_NegotiableQuote::checkout',
    'Magento_PurchaseOrder::all',
    'Magento_PurchaseOrder::view_purchase_orders',
    'Magento_Company::view',
    'Magento_Company::view_account',
    'Magento_Company::contacts',
  ],
  Approver: [
    'Magento_Company::index',
    'Magento_Sales::all',
    'Magento_Sales::place_order',
    'Magento_Sales::payment_account',
    'Magento_Sales::view_orders',
    'Magento_Sales::view_orders_sub',
    'Magento_NegotiableQuote::all',
    'Magento_NegotiableQuote::view_quotes',
    'Magento_NegotiableQuote::view_quotes_sub',
    'Magento_PurchaseOrder::all',
    'Magento_PurchaseOrder::view_purchase_orders',
    'Magento_PurchaseOrder::view_purchase_orders_for_subordinates',
    'Magento_PurchaseOrder::view_purchase_orders_for_company',
    'Magento_Company::view',
    'Magento_Company::view_account',
    'Magento_Company::view_address',
    'Magento_Company::contacts',
    'Magento_Company::user_management',
    'Magento_Company::users_view',
    'Magento_Company::credit',
    'Magento_Company::credit_history',
  ],
} as const satisfies Readonly<Record<string, readonly CompanyResource[]>>;

/** A company that buys: its administrator, an approver, and below the approver a purchaser with a limited role. */
export async function demoCompany({ customerIds, callRoute, call }: Demo): Promise<void> {
  const company = {
    company_name: 'Ashworth Canteens',
    legal_name: 'Ashworth Canteens Ltd',
    company_email: 'buying@ashworth.example.com',
    street: ['12 Quay Road'],
    city: 'Mobile',
    country_id: 'US',
    region_id: '1',
    postcode: '36601',
    telephone: '+1 555 0177',
    customer_group_id: 2,
    super_user_id: valueAt(customerIds, LEADER),
    status: 1,
    extension_attributes: { quote_config: { is_quote_enabled: true }, is_purchase_order_enabled: true },
  };
  const { id: company_id } = await callRoute<{ readonly id: number }>('companyCompanyRepositoryV1', 'save', {
    company,
  });
  const [approver, purchaser] = [valueAt(customerIds, APPROVER), valueAt(customerIds, PURCHASER)];
  await call.transaction(async (inside) => {
    await join(inside, { customer_id: approver, company_id }, { job_title: 'Head of purchasing' }, true);
    await join(inside, { customer_id: purchaser, company_id }, { job_title: 'Buyer' }, true);
    const [above, below] = [
      await findNode(inside, customerIn(company_id, approver)),
      await findNode(inside, customerIn(company_id, purchaser)),
    ];
    if (above && below) await moveNode(inside, below.structure_id, above.structure_id);
  });
  await giveRole(callRoute, company_id, approver, 'Approver');
  await giveRole(callRoute, company_id, purchaser, 'Purchaser');
}

async function giveRole(
  callRoute: CallRoute,
  company_id: number,
  userId: number,
  role_name: keyof typeof roles,
): Promise<void> {
  const permissions = roles[role_name].map((resource_id) => ({ resource_id, permission: 'allow' }));
  const role = { company_id, role_name, permissions };
  const { id } = await callRoute<{ readonly id: number }>('companyRoleRepositoryV1', 'save', { role });
  await callRoute('companyAclV1', 'assignRoles', { userId, roles: [{ id }] });
}
