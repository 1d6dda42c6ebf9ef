import { revokeTokensOfAll } from '../../platform/access/tokens.ts';
import { companyInCall, type Call } from '../../kernel/call.ts';
import { batcher } from '../../kernel/loader.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredCart } from '../quote/service.ts';
import { findCompanies } from './companies.ts';
import { companyErrors } from './errors.ts';
import type { CompanyRow, CompanyUser } from './tables.ts';
import { userStates } from './types.ts';

/** A user with the company that the user buys for: that of the request if the user calls (`Caller.companyId`). */
export interface UserOfCompany {
  readonly user: CompanyUser;
  readonly company: CompanyRow;
}

const byCustomers = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('company_user').selectAll().where(inIds('customer_id', p.ids)).orderBy('company_id'),
);

/** The places of customers in companies, by id of the customer, in one query. */
export async function findPlaces(
  call: Call,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly CompanyUser[]>> {
  if (customerIds.length === 0) return new Map();
  return Map.groupBy(await byCustomers(call.db, { ids: customerIds }), ({ customer_id }) => customer_id);
}

/** The default company of a customer. */
export function defaultOf(places: readonly CompanyUser[] | undefined): CompanyUser | undefined {
  return places?.find(({ is_default }) => is_default === 1);
}

/** The place of a customer that counts: in the company that the caller acts for, else in the default one. */
export function countingPlace({ caller }: Call, places: readonly CompanyUser[] | undefined): CompanyUser | undefined {
  const isActing = (place: CompanyUser): boolean =>
    caller.type === 'customer' && place.customer_id === caller.id && place.company_id === caller.companyId;
  return places?.find(isActing) ?? defaultOf(places);
}

/** The users that customers are in their companies, by customer id, in two queries. */
export async function findUsers(
  call: Call,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, UserOfCompany>> {
  const places = await findPlaces(call, customerIds);
  const users = [...places.values()].flatMap((all) => countingPlace(call, all) ?? []);
  const companies = await findCompanies(call, [...new Set(users.map(({ company_id }) => company_id))]);
  return new Map(users.map((user) => [user.customer_id, { user, company: valueAt(companies, user.company_id) }]));
}

/** The user that a customer is in the company that counts; undefined: in none. Batched: two queries for all customers of a list. */
export const userOf = batcher<number, UserOfCompany | undefined>(async (customerIds, call) => {
  const users = await findUsers(call, customerIds);
  return customerIds.map((id) => users.get(id));
});

/** A customer, by id for the company that the customer acts for, or as the customer of a cart for the company of the cart. */
export type Buyer = number | Pick<StoredCart, 'customer_id' | 'company_id'>;

/** The user that a buyer is; undefined: in no company. */
export function userOfBuyer(call: Call, buyer: Buyer): Promise<UserOfCompany | undefined> {
  return typeof buyer === 'number' ? userOf(call, buyer) : userOfCart(call, buyer);
}

/**
 * The user that the customer of a cart is in the company of the cart: undefined without one. A cart for the default company
 * stays with it, whatever company its customer calls for.
 */
export async function userOfCart(
  call: Call,
  { customer_id: customerId, company_id: companyId }: Exclude<Buyer, number>,
): Promise<UserOfCompany | undefined> {
  if (customerId === null) return undefined;
  if (companyId === 0 && companyInCall(call, customerId) === 0) return userOf(call, customerId);
  const places = (await findPlaces(call, [customerId])).get(customerId);
  const user = companyId === 0 ? defaultOf(places) : places?.find(({ company_id }) => company_id === companyId);
  const company = user && (await findCompanies(call, [user.company_id])).get(user.company_id);
  return company && { user, company };
}

/** Ends the sessions of customers who may no longer sign in. */
export function signOut(call: Call, customerIds: readonly number[]): Promise<void> {
  return revokeTokensOfAll(call, 'customer', customerIds);
}

/** Writes a customer's data in a company. A new default replaces the previous one. */
export async function putUser(call: Call, user: CompanyUser): Promise<void> {
  const { customer_id, company_id, ...fields } = user;
  if (user.is_default === 1) {
    const former = await call.db
      .updateTable('company_user')
      .set({ is_default: 0 })
      .where('customer_id', '=', customer_id)
      .where('company_id', '<>', company_id)
      .where('is_default', '=', 1)
      .returning('company_id')
      .execute();
    for (const { company_id: from } of former) {
      await call.services.quote.changeDefaultCompany(call, [customer_id], { from, to: company_id });
    }
  }
  await call.db
    .insertInto('company_user')
    .values(user)
    .onConflict((on) => on.columns(['customer_id', 'company_id']).doUpdateSet(fields))
    .execute();
}

/** Makes the company's new administrator one of its active users; the company becomes the customer's default one. */
export async function putLeader(call: Call, { entity_id: company_id, super_user_id }: CompanyRow): Promise<void> {
  await call.services.customer.lock(call, super_user_id);
  const places = (await findPlaces(call, [super_user_id])).get(super_user_id);
  const known = places?.find((place) => place.company_id === company_id);
  const base = known ?? { job_title: null, telephone: null };
  await putUser(call, { ...base, customer_id: super_user_id, company_id, status: userStates.active, is_default: 1 });
}

/**
 * Removes a customer from a company. If it was the default one, the first of the customer's other companies becomes the
 * default. The customer moves into the group of the default company, or of the store view.
 */
export async function removeUser(call: Call, { customer_id, company_id }: CompanyUser): Promise<void> {
  await removeUsers(call, company_id, [customer_id]);
}

/** As `removeUser`, for many customers, or all of a company. */
export async function removeUsers(call: Call, companyId: number, customerIds: readonly number[]): Promise<void> {
  const places = await findPlaces(call, customerIds);
  await call.db
    .deleteFrom('company_user')
    .where('company_id', '=', companyId)
    .where(inIds('customer_id', customerIds))
    .execute();
  const alone: number[] = [];
  const next = new Map<number, number>();
  for (const [id, all] of places) {
    if (defaultOf(all)?.company_id !== companyId) continue;
    const other = all.find(({ company_id }) => company_id !== companyId);
    if (other) next.set(id, other.company_id);
    else alone.push(id);
  }
  await makeFirstDefault(call, [...next.keys()]);
  await leaveCarts(call, companyId, customerIds, next);
  await regroup(call, alone, next);
}

/** Closes the carts of customers for a company that they leave; those whose default it was go on with the cart for the next one. */
async function leaveCarts(
  call: Call,
  from: number,
  customerIds: readonly number[],
  next: ReadonlyMap<number, number>,
): Promise<void> {
  const { quote } = call.services;
  for (const [to, moved] of Map.groupBy(next, ([, company]) => company)) {
    await quote.changeDefaultCompany(
      call,
      moved.map(([id]) => id),
      { from, to },
    );
  }
  await quote.closeCartsOf(call, customerIds, from);
}

async function makeFirstDefault(call: Call, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return;
  await call.db
    .updateTable('company_user')
    .set({ is_default: 1 })
    .where(inIds('customer_id', customerIds))
    .where('company_id', '=', (eb) =>
      eb
        .selectFrom('company_user as one')
        .select((of) => of.fn.min('one.company_id').as('first'))
        .whereRef('one.customer_id', '=', 'company_user.customer_id'),
    )
    .execute();
}

/** Puts customers into the groups of their store views, or of the companies that count for them now: customer → company. */
async function regroup(call: Call, alone: readonly number[], next: ReadonlyMap<number, number>): Promise<void> {
  const { customer } = call.services;
  const customers = alone.length > 0 ? await customer.customers(call, alone, { addresses: false }) : new Map();
  const companies = await findCompanies(call, [...next.values()]);
  const groups = [
    ...[...customers.values()].map(({ id, store_id }) => [id, customer.defaultGroupId(call, store_id)] as const),
    ...[...next].map(([id, company]) => [id, valueAt(companies, company).customer_group_id] as const),
  ];
  for (const [group, all] of Map.groupBy(groups, ([, groupId]) => groupId)) {
    await customer.moveToGroup(
      call,
      all.map(([id]) => id),
      group,
    );
  }
}

/** Throws where a customer administers a company and is to leave it, or to be inactive there. */
export function checkLeader(company: CompanyRow, customerId: number, after: CompanyUser | undefined): void {
  if (company.super_user_id !== customerId) return;
  if (after?.company_id !== company.entity_id || after.status !== userStates.active) throw companyErrors.superUser();
}
