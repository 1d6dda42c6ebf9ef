import type { Call } from '../../kernel/call.ts';
import { CellFault } from '../../platform/row-import/rows.ts';
import { integerOf } from '../../platform/row-import/values.ts';
import type { CustomerFinance } from '../customer/extensions.ts';
import { addPoints, findAccount, findAccounts, takePoints, type RewardKey } from './accounts.ts';

const COLUMN = 'reward_points';
/** Most points of a cell. */
const MOST = 99_999_999;

/** Reward points in files of customers' finances: those that can be spent. */
export const pointsFinance: CustomerFinance = {
  column: COLUMN,
  async read(call, customerIds) {
    const found = new Map<number, Map<number, string>>();
    for (const { id: websiteId } of call.services.store.websites()) {
      for (const [customerId, { points }] of await findAccounts(call, websiteId, customerIds)) {
        if (points === 0) continue;
        const websites = found.get(customerId) ?? new Map<number, string>();
        found.set(customerId, websites.set(websiteId, String(points)));
      }
    }
    return found;
  },
  set: setPoints,
};

async function setPoints(call: Call, key: RewardKey, cell: unknown): Promise<void> {
  const points = integerOf(COLUMN, cell);
  if (points < 0 || points > MOST) throw new CellFault(COLUMN, `${points} is not a number of points from 0 to ${MOST}`);
  const present = (await findAccount(call, key))?.points ?? 0;
  const change = { action: 'updated', info: null, mail: 'never' } as const;
  if (points < present) await takePoints(call, key, present - points, change);
  if (points <= present) return;
  const added = await addPoints(call, key, points - present, change);
  if (added < points - present) throw new CellFault(COLUMN, 'the website allows fewer points for a customer');
}
