import type { Call } from '../../../kernel/call.ts';
import type { Out } from '../../../kernel/types.ts';
import { requireCompany } from '../companies.ts';
import { userStates } from '../types.ts';
import type { ConsoleCompanyUser } from './types.ts';

/** The users of a company with their roles, the administrator first, then by id; four queries for any number. Throws 404. */
export async function usersOfCompany(call: Call, companyId: number): Promise<Out<typeof ConsoleCompanyUser>[]> {
  const { super_user_id } = await requireCompany(call, companyId);
  const users = await call.db
    .selectFrom('company_user')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('customer_id')
    .execute();
  const ids = users.map(({ customer_id }) => customer_id);
  const customers = await call.services.customer.customers(call, ids, { addresses: false });
  const roles = await rolesOf(call, companyId);
  const shown = users.map(({ customer_id, job_title, telephone, status, is_default }) => {
    const customer = customers.get(customer_id);
    return {
      customer_id,
      name: customer ? `${customer.firstname} ${customer.lastname}` : '',
      email: customer?.email ?? '',
      job_title: job_title ?? undefined,
      telephone: telephone ?? undefined,
      is_active: status === userStates.active,
      is_administrator: customer_id === super_user_id,
      is_default: is_default === 1,
      roles: (roles.get(customer_id) ?? []).map(({ role_name }) => role_name),
    };
  });
  return shown.toSorted((a, b) => Number(b.is_administrator) - Number(a.is_administrator));
}

async function rolesOf(call: Call, companyId: number) {
  const rows = await call.db
    .selectFrom('company_user_role as u')
    .innerJoin('company_role as r', 'r.role_id', 'u.role_id')
    .select(['u.customer_id', 'r.role_name'])
    .where('u.company_id', '=', companyId)
    .orderBy('r.role_id')
    .execute();
  return Map.groupBy(rows, ({ customer_id }) => customer_id);
}
