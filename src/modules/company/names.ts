import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';

/** The name of the company with the id in a column, as part of another query. */
export function companyName(column: string): RawBuilder<string | null> {
  return sql`(select company_name from company where entity_id = ${sql.ref(column)})`;
}

/** The name of the default company of the customer with an id, as part of another query. */
export function buyersCompanyName(customerId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select c.company_name from company_user u join company c on c.entity_id = u.company_id
    where u.customer_id = ${customerId} and u.is_default = 1)`;
}

/** The id of the company that the cart of a row of `quote` is for, as part of another query; null: of none. */
export function companyOfCart(): RawBuilder<number | null> {
  return sql`(case when quote.company_id <> 0 then quote.company_id else (select u.company_id from company_user u
    where u.customer_id = quote.customer_id and u.is_default = 1) end)`;
}

/** The numbers of companies by customer group. */
export async function companiesByGroup({ db }: Call): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('company')
    .select(['customer_group_id', (eb) => eb.fn.countAll<number | string>().as('count')])
    .groupBy('customer_group_id')
    .execute();
  return new Map(rows.map(({ customer_group_id, count }) => [customer_group_id, Number(count)]));
}
