import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Setting } from '../../kernel/settings.ts';
import { formatTime } from '../../kernel/time.ts';

/** The columns of an account for wrong passwords. */
interface LockOut {
  /** Wrong passwords in a row, none further from the first than the lock is long. */
  readonly failures_num: number;
  readonly first_failure: string | null;
  /** Until when sign-ins are refused. */
  readonly lock_expires: string | null;
}

/** The state of an account that is not locked and counts nothing. */
export const unlocked: LockOut = { failures_num: 0, first_failure: null, lock_expires: null };

/** Whether sign-ins are refused for now; never for nobody. */
export function isLocked(call: Call, account: Pick<LockOut, 'lock_expires'> | undefined): boolean {
  return account?.lock_expires != null && account.lock_expires > formatTime(call.clock.now());
}

/** The settings of a lock-out. */
export interface LockOutSettings {
  /** Failures after which an account is locked; 0: it never is. */
  readonly failures: Setting<number>;
  /** How long it is locked, in minutes. */
  readonly minutes: Setting<number>;
}

/**
 * The columns of an account after one more wrong password, for an UPDATE; undefined where accounts are never locked. The count
 * starts anew when the first failure is older than the length of a lock. The caller runs the UPDATE for unknown accounts too,
 * so that the time taken does not reveal which accounts exist.
 */
export function afterFailure(
  { config, clock }: Call,
  settings: LockOutSettings,
): { readonly [K in keyof LockOut]: RawBuilder<NonNullable<LockOut[K]>> } | undefined {
  const most = config.of(settings.failures);
  const minutes = config.of(settings.minutes);
  if (most <= 0 || minutes <= 0) return undefined;
  const now = clock.now().getTime();
  const [start, present, until] = [now - minutes * 60_000, now, now + minutes * 60_000].map((moment) =>
    formatTime(new Date(moment)),
  );
  const isFirst = sql<boolean>`(first_failure is null or first_failure < ${start})`;
  return {
    failures_num: sql<number>`case when ${isFirst} then 1 else failures_num + 1 end`,
    first_failure: sql<string>`case when ${isFirst} then ${present} else first_failure end`,
    lock_expires: sql<string>`case when ${isFirst} and ${most} > 1 then null when failures_num + 1 >= ${most} then ${until} end`,
  };
}
