import { fillCart } from '../customer-balance/shop.ts';
import type { Json } from '../sales/shop.ts';
import { newCustomer } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { ok, unique, type Answer, type Client } from '../support/souk.ts';

/** Callers of a server. */
interface Shop {
  readonly admin: Client;
  readonly guest: Client;
}

/** What is sent to make a company with this administrator. */
export const companyOf = (superUserId: number, over: Json = {}): Json => ({
  company_name: unique('Works '),
  company_email: `${unique('office')}@example.com`,
  street: ['100 Big Tree Avenue'],
  city: 'San Francisco',
  country_id: 'US',
  region: 'CA',
  region_id: '12',
  postcode: '99999',
  telephone: '4155551212',
  super_user_id: superUserId,
  customer_group_id: 1,
  ...over,
});

/** An approved company with its administrator. */
export async function newCompany(shop: Shop, over: Json = {}): Promise<{ company: Json; boss: Json }> {
  const boss = await newCustomer(shop);
  const sent = companyOf(boss.id, { status: 1, ...over });
  return { company: ok(await shop.admin.post('/V1/company', { company: sent })), boss };
}

/** Says the place of a customer in a company. */
export const place = (caller: Client, customer: Json, company_attributes: Json): Promise<Answer> =>
  caller.put(`/V1/customers/${customer.id}`, { customer: { extension_attributes: { company_attributes } } });

/** A customer who is a user of a company. */
export async function newUser(shop: Shop, company: Json, over: Json = {}): Promise<Json> {
  const customer = await newCustomer(shop);
  return ok(await place(shop.admin, customer, { company_id: company.id, ...over }));
}

/** The place of a customer as the customer's record has it. */
export async function placeOf(shop: Shop, customer: Json): Promise<Json | undefined> {
  return ok(await shop.admin.get(`/V1/customers/${customer.id}`)).extension_attributes.company_attributes;
}

/** Fills the cart of a customer. */
export async function fill(shop: Shop, me: Client): Promise<number> {
  return fillCart(me, (await newProduct(shop)).sku);
}

/** Gives a user of a company a new role, which allows these things only. */
export async function allowOnly(
  { admin }: Pick<Shop, 'admin'>,
  { id: company_id }: Json,
  userId: number,
  ...resources: readonly string[]
): Promise<void> {
  const permissions = resources.map((resource_id) => ({ resource_id, permission: 'allow' }));
  const role = { role_name: unique('Role '), company_id, permissions };
  const { id } = ok(await admin.post('/V1/company/role', { role }));
  ok(await admin.put('/V1/company/assignRoles', { userId, roles: [{ id }] }));
}
