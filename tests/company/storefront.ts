import type { Json } from '../sales/shop.ts';
import { signIn } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { ok, unique, type Souk } from '../support/souk.ts';
import { newCompany, newUser } from './shop.ts';

/** The storefront of a customer. */
export const storefrontOf = async (souk: Souk, customer: Json): Promise<GraphQLClient> =>
  graphqlClient(souk, (await signIn(souk, customer.email)).token);

/** The uid of an entity. */
export const uid = (id: unknown): string => btoa(String(id));

/** A company with the storefronts of its administrator and of a user with the first role. */
export interface Staff {
  readonly company: Json;
  readonly leader: Json;
  readonly account: Json;
  readonly boss: GraphQLClient;
  readonly user: GraphQLClient;
}

/** Makes a company with its administrator and a user. */
export async function newStaff(souk: Souk, over: Json = {}): Promise<Staff> {
  const { company, boss: leader } = await newCompany(souk, over);
  const account = await newUser(souk, company);
  return { company, leader, account, boss: await storefrontOf(souk, leader), user: await storefrontOf(souk, account) };
}

/** Makes a role of a company that allows these things; its uid. */
export async function newRole(boss: GraphQLClient, ...permissions: string[]): Promise<string> {
  const create = `mutation($name: String!, $permissions: [String]!) {
    createCompanyRole(input: { name: $name, permissions: $permissions }) { role { id } } }`;
  return (await boss.data(create, { name: unique('Role '), permissions })).createCompanyRole.role.id;
}

/** A user of a company whose only role allows these things. */
export async function userWith(souk: Souk, staff: Staff, ...permissions: string[]): Promise<GraphQLClient> {
  const role = await newRole(staff.boss, ...permissions);
  const account = await newUser(souk, staff.company);
  ok(await souk.admin.put('/V1/company/assignRoles', { userId: account.id, roles: [{ id: Number(atob(role)) }] }));
  return storefrontOf(souk, account);
}
