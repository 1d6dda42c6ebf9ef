import { valueAt } from '../../kernel/lookup.ts';
import { round } from '../../kernel/money.ts';
import type { Demo } from '../../kernel/demo.ts';
import { changeBalance } from './balances.ts';

const CREDITOR = 'jonas.keller@example.com';

/** A customer with store credit. */
export async function demoCredit({ customerIds, call }: Demo): Promise<void> {
  const customerId = valueAt(customerIds, CREDITOR);
  const { website_id: websiteId } = await call.services.customer.requireCustomer(call, customerId, {
    addresses: false,
  });
  const why = { action: 'updated', info: 'For the late parcel.' } as const;
  await call.transaction((inside) => changeBalance(inside, { customerId, websiteId }, round(40), why));
}
