import type { Call } from '../../kernel/call.ts';
import { flagOf } from '../../platform/row-import/values.ts';
import { inIds } from '../../storage/sql.ts';
import type { CustomerFileColumns } from '../customer/extensions.ts';
import { rewardSettings } from './configuration.ts';

/** A customer on a website. */
interface SubscriptionKey {
  readonly customerId: number;
  readonly websiteId: number;
}

/** Emails about points that a customer gets. */
interface RewardSubscription {
  readonly balanceUpdates: boolean;
  readonly expiryWarnings: boolean;
}

/** The emails about points that a customer gets: the customer's own choice, else that of the website's setting. */
export async function subscriptionOf(
  call: Call,
  { customerId, websiteId }: SubscriptionKey,
): Promise<RewardSubscription> {
  const own = await call.db
    .selectFrom('reward_subscription')
    .select(['balance_updates', 'expiry_warnings'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  const isDefault = call.config.of(rewardSettings.sendsMails, { websiteId });
  const chosen = (flag: number | null | undefined): boolean => (flag == null ? isDefault : flag === 1);
  return { balanceUpdates: chosen(own?.balance_updates), expiryWarnings: chosen(own?.expiry_warnings) };
}

/** Removes the choice of a customer who is deleted. */
export async function removeSubscription({ db }: Call, customerId: number): Promise<void> {
  await db.deleteFrom('reward_subscription').where('customer_id', '=', customerId).execute();
}

const UPDATES = 'reward_update_notification';
const WARNINGS = 'reward_warning_notification';

/** The choices of customers in files of customers. */
export const subscriptionColumns: CustomerFileColumns = {
  names: [UPDATES, WARNINGS],
  async read({ db }, customerIds) {
    const rows = await db
      .selectFrom('reward_subscription')
      .selectAll()
      .where(inIds('customer_id', customerIds))
      .execute();
    const text = (flag: number | null): string => String(flag ?? '');
    return new Map(
      rows.map((row) => [
        row.customer_id,
        { [UPDATES]: text(row.balance_updates), [WARNINGS]: text(row.expiry_warnings) },
      ]),
    );
  },
  async save({ db }, customer_id, cells) {
    const read = (column: string): number | undefined => {
      const cell = cells.get(column);
      return cell === undefined ? undefined : Number(flagOf(column, cell));
    };
    const [balance_updates, expiry_warnings] = [read(UPDATES), read(WARNINGS)];
    const changes = {
      ...(balance_updates !== undefined && { balance_updates }),
      ...(expiry_warnings !== undefined && { expiry_warnings }),
    };
    if (Object.keys(changes).length === 0) return;
    await db
      .insertInto('reward_subscription')
      .values({ customer_id, balance_updates: balance_updates ?? null, expiry_warnings: expiry_warnings ?? null })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(changes))
      .execute();
  },
};
