import { fill } from '../company-credit/shop.ts';
import { newCompany, place as placeIn } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { criteria, ok, type Client } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import type { Here } from '../support/here.ts';
import { unique } from '../support/souk.ts';

/** The setting that lets companies of a website use purchase orders. */
export const SETTING = 'btob/website_configuration/purchaseorder_enabled';

/** What a company needs for purchase orders. */
export const enabled = { extension_attributes: { is_purchase_order_enabled: true } };

/** The permissions of a usual buyer. */
export const BUYER = ['Magento_Sales::place_order', 'Magento_PurchaseOrder::view_purchase_orders'] as const;

/** A user of a company with a storefront. */
export interface PurchaseOrderUser {
  readonly id: number;
  readonly email: string;
  readonly me: Client;
  readonly gql: GraphQLClient;
}

/** A company that has purchase orders, with its administrator. */
export interface PurchaseOrderCompany {
  readonly company: Json;
  readonly boss: PurchaseOrderUser;
}

async function asUser(here: Here, { id, email }: Json): Promise<PurchaseOrderUser> {
  const me = await here.callerOf('customer', id);
  return { id, email, me, gql: graphqlClient(here, me.token) };
}

export async function newPurchaseOrderCompany(here: Here): Promise<PurchaseOrderCompany> {
  const { company, boss } = await newCompany(here, enabled);
  return { company, boss: await asUser(here, boss) };
}

/** Makes a role of a company that allows these things; its uid. */
export async function newRole({ boss }: PurchaseOrderCompany, ...permissions: readonly string[]): Promise<string> {
  const create = `mutation($name: String!, $permissions: [String]!) {
    createCompanyRole(input: { name: $name, permissions: $permissions }) { role { id } } }`;
  return (await boss.gql.data(create, { name: unique('Role '), permissions })).createCompanyRole.role.id;
}

/** A user of a company who has one role. */
export async function newUserOf(
  here: Here,
  { company }: PurchaseOrderCompany,
  role: string,
): Promise<PurchaseOrderUser> {
  const customer = await newCustomer(here);
  ok(await placeIn(here.admin, customer, { company_id: company.id }));
  ok(await here.admin.put('/V1/company/assignRoles', { userId: customer.id, roles: [{ id: Number(atob(role)) }] }));
  return asUser(here, customer);
}

/** A user of a company with a role of its own that allows these things. */
export async function userAllowed(
  here: Here,
  of: PurchaseOrderCompany,
  ...permissions: readonly string[]
): Promise<PurchaseOrderUser> {
  return newUserOf(here, of, await newRole(of, ...permissions));
}

/** Puts a user right below another one in the structure of their company. */
export async function putBelow(here: Here, { company }: PurchaseOrderCompany, user: number, above: number) {
  const nodes: Json[] = ok(await here.admin.get(`/V1/hierarchy/${company.id}`));
  const nodeOf = (id: number) =>
    nodes.find((one) => one.entity_type === 'customer' && one.entity_id === id)!.structure_id;
  ok(await here.admin.put(`/V1/hierarchy/move/${nodeOf(user)}`, { newParentId: nodeOf(above) }));
}

const CREATE = `mutation($input: PurchaseOrderApprovalRuleInput!) {
  createPurchaseOrderApprovalRule(input: $input) { uid name } }`;

/** The input of a rule on totals of more than an amount, for all roles. */
export const ruleInput = (approvers: readonly string[], over: Json = {}): Json => ({
  name: unique('Rule '),
  applies_to: [],
  approvers,
  status: 'ENABLED',
  condition: { attribute: 'GRAND_TOTAL', operator: 'MORE_THAN', amount: { value: 20, currency: 'USD' } },
  ...over,
});

/** Creates a rule; its uid. */
export async function newRule(
  { boss }: PurchaseOrderCompany,
  approvers: readonly string[],
  over: Json = {},
): Promise<string> {
  const input = ruleInput(approvers, over);
  return (await boss.gql.data(CREATE, { input })).createPurchaseOrderApprovalRule.uid;
}

/** The uids of the administrator and of the manager as approvers. */
export const LEADER = btoa('0');
export const MANAGER = btoa('-1');

/** Places a purchase order of a total of 30 for a user; its uid. */
export async function placeFor(here: Here, user: PurchaseOrderUser, price = 10): Promise<string> {
  await fill(here, user.me, price);
  return placeCartOf(user);
}

/** Places a purchase order for the filled cart of a user; its uid. */
export async function placeCartOf({ me }: PurchaseOrderUser, method = 'checkmo'): Promise<string> {
  return btoa(String(ok(await me.post('/V1/carts/mine/po-payment-information', { paymentMethod: { method } }))));
}

/** A purchase order as its user sees it. */
export async function shown({ gql }: PurchaseOrderUser, uid: string, fields: string): Promise<Json> {
  return (await gql.data(`{ customer { purchase_order(uid: "${uid}") { ${fields} } } }`)).customer.purchase_order;
}

export const statusOf = async (user: PurchaseOrderUser, uid: string): Promise<string> =>
  (await shown(user, uid, 'status')).status;

type Action = 'approve' | 'reject' | 'cancel' | 'validate';

/** Sends a change of purchase orders; its purchase orders and errors. */
export async function act({ gql }: PurchaseOrderUser, action: Action, ...uids: readonly string[]): Promise<Json> {
  const field = `${action}PurchaseOrders`;
  const input = `{ purchase_order_uids: ${JSON.stringify(uids)} }`;
  const mutation = `mutation { ${field}(input: ${input}) { purchase_orders { uid status } errors { type message } } }`;
  return (await gql.data(mutation))[field];
}

/** The orders of a customer. */
export const ordersOf = async (here: Pick<Here, 'admin'>, id: number): Promise<Json[]> =>
  ok(await here.admin.get(`/V1/orders?${criteria([[{ field: 'customer_id', value: id }]])}`)).items;
