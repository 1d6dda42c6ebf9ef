import type { Call } from '../../../kernel/call.ts';
import { decodeDocument } from '../../../storage/documents.ts';
import { inIds } from '../../../storage/sql.ts';
import type { RuleDocument } from './document.ts';

/** The reward points that an order earns by these rules; deleted rules do not count. */
export async function rewardPoints(call: Call, ruleIds: readonly number[]): Promise<number> {
  if (ruleIds.length === 0) return 0;
  const rows = await call.db.selectFrom('salesrule').select('document').where(inIds('id', ruleIds)).execute();
  const points = rows.map(({ document }) => decodeDocument<RuleDocument>(document).reward_points_delta ?? 0);
  return points.reduce((sum, one) => sum + one, 0);
}
