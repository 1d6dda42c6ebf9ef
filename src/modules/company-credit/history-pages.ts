import { callerTypes, type Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import type { AskedPage } from '../../storage/criteria/pages.ts';
import { inIds } from '../../storage/sql.ts';
import type { CreditHistoryRow } from './tables.ts';

/** Which operations a storefront asks for; undefined: all. */
interface HistoryFilter {
  readonly reference: string | undefined;
  readonly type: number | undefined;
  /** First and last name of the person, ignoring case. */
  readonly userName: string | undefined;
}

/** One page of the history of a company's credit, oldest first, and the number of all entries. A few statements, however many entries there are. */
export async function pageOfHistory(
  call: Call,
  companyId: number,
  { page, pageSize }: AskedPage,
  filter: HistoryFilter,
): Promise<{ items: CreditHistoryRow[]; count: number }> {
  // The database cannot store this character, and PostgreSQL rejects it in comparisons.
  if (filter.reference?.includes('\0')) return { items: [], count: 0 };
  let query = call.db
    .selectFrom('company_credit_history')
    .where('company_credit_id', 'in', (eb) =>
      eb.selectFrom('company_credit').select('entity_id').where('company_id', '=', companyId),
    );
  const { reference, type, userName } = filter;
  if (reference !== undefined) query = query.where('custom_reference_number', '=', reference);
  if (type !== undefined) query = query.where('type', '=', type);
  if (userName !== undefined) {
    const { customers, admins } = await peopleNamed(call, companyId, userName);
    query = query.where((eb) =>
      eb.or([
        eb('user_type', '=', callerTypes.customer).and(inIds('user_id', customers)),
        eb('user_type', '=', callerTypes.admin).and(inIds('user_id', admins)),
      ]),
    );
  }
  const items = await query
    .selectAll()
    .orderBy('history_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { count } = await query.select((eb) => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return { items, count: Number(count) };
}

/** The ids of customers and admin users. */
interface People {
  readonly customers: readonly number[];
  readonly admins: readonly number[];
}

/** The people of this name who ever changed a credit of a company; three statements. */
async function peopleNamed(call: Call, companyId: number, name: string): Promise<People> {
  const rows = await call.db
    .selectFrom('company_credit_history as h')
    .innerJoin('company_credit as c', 'c.entity_id', 'h.company_credit_id')
    .select(['h.user_type', 'h.user_id'])
    .distinct()
    .where('c.company_id', '=', companyId)
    .execute();
  const idsOf = (type: number): number[] => rows.flatMap((row) => (row.user_type === type ? row.user_id : []));
  const customers = await call.services.customer.customers(call, idsOf(callerTypes.customer), { addresses: false });
  const admins = await call.db
    .selectFrom('admin_user')
    .select(['user_id', 'firstname', 'lastname'])
    .where(inIds('user_id', idsOf(callerTypes.admin)))
    .execute();
  const isNamed = (person: { readonly firstname: string; readonly lastname: string }): boolean =>
    foldText(`${person.firstname} ${person.lastname}`) === foldText(name);
  return {
    customers: [...customers.values()].flatMap((customer) => (isNamed(customer) ? customer.id : [])),
    admins: admins.flatMap((admin) => (isNamed(admin) ? admin.user_id : [])),
  };
}
