import { isAllowed } from '../../access/check.ts';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { acl } from '../../kernel/route.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import type { CustomerExtension, CustomerHead } from '../customer/extensions.ts';
import { findCompanies, requireCompany } from './companies.ts';
import { companyErrors } from './errors.ts';
import type { CompanyCustomerRow, CompanyRow } from './tables.ts';
import { companyStates, type SentCompanyCustomer } from './types.ts';

/** A user with the company. */
interface CompanyUser {
  readonly user: CompanyCustomerRow;
  readonly company: CompanyRow;
}

const byCustomers = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('company_advanced_customer_entity').selectAll().where(inIds('customer_id', p.ids)),
);

/** What customers are in companies, by id of the customer, in two queries. */
export async function findUsers(call: Call, customerIds: readonly number[]): Promise<ReadonlyMap<number, CompanyUser>> {
  const users = customerIds.length > 0 ? await byCustomers(call.db, { ids: customerIds }) : [];
  const companies = await findCompanies(call, [...new Set(users.map(({ company_id }) => company_id))]);
  return new Map(users.map((user) => [user.customer_id, { user, company: companies.get(user.company_id)! }]));
}

/** Puts a customer into a company, with its group; one who is there already stays as is but for what is told. */
export async function putIntoCompany(
  call: Call,
  company: Pick<CompanyRow, 'entity_id' | 'customer_group_id'>,
  customerId: number,
  told: Partial<Pick<CompanyCustomerRow, 'job_title' | 'status' | 'telephone'>> = {},
): Promise<void> {
  const before = (await byCustomers(call.db, { ids: [customerId] }))[0];
  const row = { job_title: null, status: 1, telephone: null, ...before, ...told };
  await insertRows(
    call.db,
    'company_advanced_customer_entity',
    [{ ...row, customer_id: customerId, company_id: company.entity_id }],
    { onConflict: { key: ['customer_id'], update: ['company_id', 'job_title', 'status', 'telephone'] } },
  );
  if (before?.company_id !== company.entity_id) {
    await call.services.customer.moveToGroup(call, [customerId], company.customer_group_id);
  }
}

/** Ids of the users of a company. */
export async function userIdsOf(call: Call, companyId: number): Promise<number[]> {
  const users = call.db
    .selectFrom('company_advanced_customer_entity')
    .select('customer_id')
    .where('company_id', '=', companyId);
  return (await users.execute()).map(({ customer_id }) => customer_id);
}

const manage = acl('Magento_Company::manage');

/** What customers are in companies. It is changed by those who manage companies; of others the field is not read. */
export const companyOfCustomers: CustomerExtension = {
  fields: ['company_attributes', 'all_company_attributes'],
  async load(call, customers) {
    const users = await findUsers(
      call,
      customers.map(({ id }) => id),
    );
    return new Map(
      [...users].map(([id, { user }]) => {
        const company_attributes = { ...user, is_default: true };
        return [id, { company_attributes, all_company_attributes: [company_attributes] }];
      }),
    );
  },
  async save(call, customer, sent) {
    const told = sent.company_attributes as SentCompanyCustomer | null | undefined;
    if (told && isAllowed(call.caller, manage)) await saveUser(call, customer, told);
  },
  async remove(call, { id }) {
    const led = await call.db
      .selectFrom('company')
      .select('entity_id')
      .where('super_user_id', '=', id)
      .executeTakeFirst();
    if (led) throw companyErrors.superUser();
    await call.db.deleteFrom('company_advanced_customer_entity').where('customer_id', '=', id).execute();
  },
  async admit(call, { id }) {
    const found = (await findUsers(call, [id])).get(id);
    const { pending, rejected } = companyStates;
    if (found && (found.user.status !== 1 || [pending, rejected].some((one) => one === found.company.status))) {
      throw companyErrors.inactive();
    }
  },
};

/** Saves what was sent of a customer's place in a company; company 0 takes the customer out of it. */
async function saveUser(call: Call, { id }: CustomerHead, sent: SentCompanyCustomer): Promise<void> {
  const before = (await findUsers(call, [id])).get(id);
  const companyId = sent.company_id ?? before?.company.entity_id ?? 0;
  const status = sent.status ?? before?.user.status ?? 1;
  if (status !== 0 && status !== 1) throw companyErrors.invalidValue({ fieldName: 'status', value: status });
  const isLeader = before?.company.super_user_id === id;
  if (isLeader && (companyId !== before.company.entity_id || status === 0)) throw companyErrors.superUser();
  if (companyId === 0) {
    await call.db.deleteFrom('company_advanced_customer_entity').where('customer_id', '=', id).execute();
    return;
  }
  const company = before?.company.entity_id === companyId ? before.company : await requireCompany(call, companyId);
  await putIntoCompany(call, company, id, {
    status,
    ...(sent.job_title == null ? {} : { job_title: sent.job_title }),
    ...(sent.telephone == null ? {} : { telephone: sent.telephone }),
  });
}

/** The company that a customer buys for; undefined for none. Throws where it is blocked. */
export async function buyingCompany(call: Call, customerId: number | null): Promise<CompanyRow | undefined> {
  if (customerId === null) return undefined;
  const company = (await findUsers(call, [customerId])).get(customerId)?.company;
  if (company?.status === companyStates.blocked) throw companyErrors.blocked();
  return company;
}

/** Throws 404 where there is no customer with the id. */
export async function requireUser(call: Call, customerId: number): Promise<void> {
  const found = await call.services.customer.customers(call, [customerId], { addresses: false });
  if (!found.has(customerId)) throw platformErrors.noSuchEntity({ fieldName: 'customerId', fieldValue: customerId });
}
