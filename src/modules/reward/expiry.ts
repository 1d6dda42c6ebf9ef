import type { ExpressionBuilder, Expression, SqlBool } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { rewardSettings } from './configuration.ts';

/** Which entries of the history have expired: those whose time is not after a moment; none without one. */
interface Expiry {
  /** By the setting of the day they came, or by the setting of today. */
  readonly by: 'expires_at' | 'created_at';
  readonly before: string | undefined;
}

const DAY = 86_400_000;

/** When the points of a website expire. */
export function expiryOf(call: Call, websiteId: number): Expiry {
  const now = call.clock.now();
  if (call.config.of(rewardSettings.expiry, { websiteId }) === 'static')
    return { by: 'expires_at', before: formatTime(now) };
  const days = call.config.of(rewardSettings.lifetime, { websiteId });
  return { by: 'created_at', before: days > 0 ? formatTime(new Date(now.getTime() - days * DAY)) : undefined };
}

/** Whether an entry of `reward_history as h` has added points that nobody has spent, and that have expired. */
export function isExpired({ by, before }: Expiry, h: 'h') {
  return (eb: ExpressionBuilder<Tables & { h: Tables['reward_history'] }, 'h'>): Expression<SqlBool> =>
    eb.and([
      eb(`${h}.points_delta`, '>', eb.ref(`${h}.points_used`)),
      before === undefined ? eb.lit(false) : eb(`${h}.${by}`, '<=', before),
    ]);
}
