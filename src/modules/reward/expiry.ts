import type { ExpressionBuilder, Expression, SqlBool } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { formatTime, parseTime } from '../../kernel/time.ts';
import { rewardSettings } from './configuration.ts';

/** Selects expired entries of the history: those with a time not after `before`; none if it is undefined. */
interface Expiry {
  /** By the setting of the day they came, or by the setting of today. */
  readonly by: 'expires_at' | 'created_at';
  readonly before: string | undefined;
}

const DAY = 86_400_000;

/** When the points of a website expire; with `ahead`, the points that expire within so many days. */
export function expiryOf(call: Call, websiteId: number, ahead = 0): Expiry {
  const now = new Date(call.clock.now().getTime() + ahead * DAY);
  if (call.config.of(rewardSettings.expiry, { websiteId }) === 'static')
    return { by: 'expires_at', before: formatTime(now) };
  const days = call.config.of(rewardSettings.lifetime, { websiteId });
  return { by: 'created_at', before: days > 0 ? formatTime(new Date(now.getTime() - days * DAY)) : undefined };
}

/** The time at which an entry of the history expires, as times are stored. */
export function expiryTime(
  call: Call,
  websiteId: number,
  { expires_at, created_at }: Pick<Tables['reward_history'], 'expires_at' | 'created_at'>,
): string {
  if (call.config.of(rewardSettings.expiry, { websiteId }) === 'static') return expires_at ?? created_at;
  const days = call.config.of(rewardSettings.lifetime, { websiteId });
  return formatTime(new Date(parseTime(created_at).getTime() + days * DAY));
}

/** Whether an entry of `reward_history as h` has expired with unspent points. */
export function isExpired({ by, before }: Expiry, h: 'h') {
  return (eb: ExpressionBuilder<Tables & { h: Tables['reward_history'] }, 'h'>): Expression<SqlBool> =>
    eb.and([
      eb(`${h}.points_delta`, '>', eb.ref(`${h}.points_used`)),
      before === undefined ? eb.lit(false) : eb(`${h}.${by}`, '<=', before),
    ]);
}
