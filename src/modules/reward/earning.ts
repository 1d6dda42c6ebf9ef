import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import { insertRows } from '../../storage/rows.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { addPoints, findAccount, isEnabled, takePoints, type RewardKey } from './accounts.ts';
import { rewardSettings } from './configuration.ts';
import { earnedBy, findRate, shareOf, unitsOf } from './rates.ts';
import { keyOf } from './totals.ts';

/**
 * Adds an order's points to its customer's account once it is invoiced and paid. Points come from the paid amount
 * without shipping and tax, if the shop enables that, and from the applied cart price rules.
 * If the shop revokes points, refunds remove their share, as far as the balance allows. Orders of guests and orders
 * without points cost nothing.
 */
export async function followRewards(call: Call, order: StoredOrder): Promise<void> {
  const key = keyOf(call, order);
  const storeId = order.fields.store_id ?? 0;
  if (!key || !isEnabled(call, storeId) || !isPaid(order)) return;
  const rules = ruleIdsOf(order);
  const isForPayment = call.config.of(rewardSettings.isEarnedByOrders, { storeId });
  if (rules.length === 0 && !isForPayment) return;
  if ((order.fields.base_total_refunded ?? 0) > 0) {
    if (call.config.of(rewardSettings.isRevoked, { storeId })) await revoke(call, key, order);
    return;
  }
  const known = await call.db
    .selectFrom('reward_earning')
    .select('order_id')
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (known) return;
  const points =
    (isForPayment ? await pointsOfPayment(call, key, order) : 0) +
    (await call.services.salesRule.rewardPoints(call, rules));
  if (points > 0) await earn(call, key, order, points);
}

/** Whether all that is not canceled is invoiced and paid. */
function isPaid({ fields, items }: StoredOrder): boolean {
  const due = (fields.base_grand_total ?? 0) - (fields.base_total_canceled ?? 0) - (fields.base_total_paid ?? 0);
  const own = items.filter(({ parentId }) => parentId === null).map((item) => item.fields);
  return (
    due < 0.00005 &&
    own.some(({ qty_invoiced }) => (qty_invoiced ?? 0) > 0) &&
    own.every(
      ({ qty_ordered, qty_invoiced, qty_canceled }) => (qty_invoiced ?? 0) + (qty_canceled ?? 0) >= (qty_ordered ?? 0),
    )
  );
}

function ruleIdsOf({ fields }: StoredOrder): number[] {
  return (fields.applied_rule_ids ?? '').split(',').filter(Boolean).map(Number);
}

async function pointsOfPayment(call: Call, { websiteId }: RewardKey, { fields }: StoredOrder): Promise<number> {
  const groupId = fields.customer_group_id ?? 0;
  const rate = await findRate(call, 'currency-to-points', { websiteId, groupId });
  if (!rate) return 0;
  const paid = decimal(fields.base_total_paid ?? 0)
    .minus(fields.base_shipping_amount ?? 0)
    .minus(fields.base_tax_amount ?? 0);
  return earnedBy(paid, rate);
}

/** Writes the points of an order, once: a second, concurrent call finds them written. */
async function earn(call: Call, key: RewardKey, order: StoredOrder, points: number): Promise<void> {
  const customers = await call.services.customer.customers(call, [key.customerId], { addresses: false });
  if (!customers.has(key.customerId)) return;
  const info = `Order #${order.fields.increment_id}`;
  const added = await addPoints(call, key, points, { action: 'earned', info });
  const account = await findAccount(call, key);
  if (added === 0 || !account) return;
  const row = { order_id: order.id, reward_id: account.id, points: added, points_revoked: 0 };
  await insertRows(call.db, 'reward_earning', [row]);
}

/** Revokes the share of an order's points that belongs to its refunds. */
async function revoke(call: Call, key: RewardKey, { id, fields }: StoredOrder): Promise<void> {
  const earned = await call.db.selectFrom('reward_earning').selectAll().where('order_id', '=', id).executeTakeFirst();
  if (!earned) return;
  const refunded = unitsOf(decimal(fields.base_total_refunded ?? 0));
  const paid = unitsOf(decimal(fields.base_total_paid ?? 0));
  const account = await findAccount(call, key);
  const due = shareOf(earned.points, refunded, paid) - earned.points_revoked;
  const points = Math.min(due, account?.points ?? 0);
  if (points <= 0) return;
  await takePoints(call, key, points, { action: 'revoked', info: `Order #${fields.increment_id}` });
  await call.db
    .updateTable('reward_earning')
    .set({ points_revoked: earned.points_revoked + points })
    .where('order_id', '=', id)
    .execute();
}
