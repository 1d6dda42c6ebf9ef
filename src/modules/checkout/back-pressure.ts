import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { invariant } from '../../kernel/invariant.ts';
import { addressKey } from '../../platform/limits/address.ts';
import { preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { backPressure } from './configuration.ts';
import { checkoutErrors } from './errors.ts';

/** Lengths of the periods that orders can be counted by, in seconds. */
const lengths = { minute: 60, hour: 3600, day: 86_400 };

const countOrder = preparedFirst((db, p: Params<{ orderer: string; period: number }>) =>
  db
    .insertInto('checkout_order_pressure')
    .values({ orderer: p.orderer, period: p.period, orders: 1 })
    .onConflict((conflict) =>
      conflict.column('orderer').doUpdateSet({
        orders: sql<number>`case when checkout_order_pressure.period = excluded.period
          then checkout_order_pressure.orders + 1 else 1 end`,
        period: sql<number>`excluded.period`,
      }),
    )
    .returning('orders'),
);
const forget = preparedWrite((db, p: Params<{ before: number }>) =>
  db.deleteFrom('checkout_order_pressure').where('period', '<', p.before),
);

/**
 * Counts an order, in its transaction, and throws 429 above the limit of a period: per customer, or per address for
 * guests. As with the interface, the limit takes effect only if a store of counts is also configured. Here, the counts
 * are in the database, for all processes together.
 */
export async function limitOrders(call: Call, storeId: number): Promise<void> {
  const { config, caller } = call;
  const scope = { storeId };
  const isOn = config.of(backPressure.isActive, scope) && config.of(backPressure.store) !== '';
  const orderer =
    caller.type === 'customer' ? `customer ${caller.id}` : caller.address && `address ${addressKey(caller.address)}`;
  if (!isOn || !orderer || (caller.type !== 'customer' && caller.type !== 'guest')) return;
  const { customerLimit, guestLimit, period: countedPeriod } = backPressure;
  const limit = config.of(caller.type === 'customer' ? customerLimit : guestLimit, scope);
  const length = lengths[config.of(countedPeriod, scope)];
  // No limit at all is no limit: a shop that wants no orders has other ways.
  if (limit === 0) return;
  const now = Math.floor(call.clock.now().getTime() / 1000);
  const period = now - (now % length);
  const counted = await countOrder(call.db, { orderer, period });
  const { orders } = invariant(counted, 'the statement returns the row that it writes');
  if (orders > limit) throw checkoutErrors.backPressure();
  if (orders === 1) await forget(call.db, { before: now - 2 * lengths.day });
}
