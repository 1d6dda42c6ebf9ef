import type { Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { addPoints } from './accounts.ts';
import { readRate, saveRate } from './rate-list.ts';

const COLLECTOR = 'grace.okoro@example.com';

const rates = [
  { direction: 'points-to-currency', points: '100', amount: '5' },
  { direction: 'currency-to-points', points: '10', amount: '1' },
];

/** Creates rates for points and money, and a customer with points. */
export async function demoPoints({ customerIds, call }: Demo): Promise<void> {
  const customerId = valueAt(customerIds, COLLECTOR);
  const { website_id: websiteId } = await call.services.customer.requireCustomer(call, customerId, {
    addresses: false,
  });
  await call.transaction(async (inside) => {
    for (const typed of rates) await saveRate(inside, await readRate(inside, typed));
    const why = { action: 'updated', info: 'Welcome to the club.' } as const;
    await addPoints(inside, { customerId, websiteId }, 450, why);
  });
}
