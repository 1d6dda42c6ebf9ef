import type { Call } from '../../kernel/call.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { CustomerExtension } from '../customer/extensions.ts';
import { isAssistanceOn } from './configuration.ts';
import { assistanceErrors } from './errors.ts';

/** Values of `assistance_allowed`; source: the interface's extension attribute. */
const assistance = { denied: 1, allowed: 2 } as const;

const byCustomers = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('login_as_customer_assistance').selectAll().where(inIds('customer_id', p.ids)),
);

/** Whether these customers allow assistance; the default is no. One query. */
export async function allowsAssistance(call: Call, ids: readonly number[]): Promise<Map<number, boolean>> {
  const rows = await byCustomers(call.db, { ids });
  return new Map(rows.map((row) => [row.customer_id, row.is_allowed === 1]));
}

/** Throws unless assistance is enabled and the customer allows it. */
export async function requireAssistance(call: Call, customerId: number): Promise<void> {
  if (!call.config.of(isAssistanceOn)) throw assistanceErrors.disabled();
  if (!(await allowsAssistance(call, [customerId])).get(customerId)) throw assistanceErrors.notAssisted();
}

/**
 * Whether a customer allows others to shop in the customer's name. The commercial edition, which has the storefront
 * package, shows it for every customer: denied until allowed. The open edition shows it for customers who have chosen.
 */
export const customerAssistance: CustomerExtension = {
  fields: ['assistance_allowed'],
  async load(call, customers) {
    const ids = customers.map(({ id }) => id);
    const allowed = await allowsAssistance(call, ids);
    const visibleIds = call.platform.edition === 'commercial' ? ids : [...allowed.keys()];
    return new Map(
      visibleIds.map((id) => [id, { assistance_allowed: allowed.get(id) ? assistance.allowed : assistance.denied }]),
    );
  },
  async save(call, customer, { assistance_allowed: input }) {
    if (input === undefined || input === null) return;
    const is_allowed = input === assistance.allowed ? 1 : 0;
    await call.db
      .insertInto('login_as_customer_assistance')
      .values({ customer_id: customer.id, is_allowed })
      .onConflict((on) => on.column('customer_id').doUpdateSet({ is_allowed }))
      .execute();
  },
  async remove(call, customer) {
    for (const table of ['login_as_customer_assistance', 'login_as_customer_action'] as const)
      await call.db.deleteFrom(table).where('customer_id', '=', customer.id).execute();
  },
};
