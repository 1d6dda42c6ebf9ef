import type { Selectable, Updateable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { PlatformError } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import { twoFactorSettings } from './configuration.ts';
import { twoFactorErrors } from './errors.ts';
import type { TwoFactorUserTable } from './tables.ts';

/** The second factors of an administrator, with the count of failures. */
export type TwoFactorState = Selectable<TwoFactorUserTable>;
/** Changes of them. */
export type StateChanges = Omit<Updateable<TwoFactorUserTable>, 'version'>;

/** The longest lock, in seconds. */
const LONGEST_LOCK = 86_400;
/** How often a change is tried again that met another one. */
const ROUNDS = 5;

/** No second factor at all: the state of administrators who never had one, and after a reset. */
export const noFactors = {
  providers: '',
  default_provider: null,
  google_secret: null,
  google_active: 0,
  google_step: null,
  security_key: null,
  challenge: null,
  challenge_expires: null,
  failures_num: 0,
  lock_expires: null,
} as const;

/** The state of an administrator. */
export async function stateOf(call: Call, userId: number): Promise<TwoFactorState> {
  const row = await call.db.selectFrom('tfa_user').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row ?? { ...noFactors, user_id: userId, version: 0 };
}

/** Changes the state that was read; false: another call has changed it since. */
async function change(call: Call, { user_id, version }: TwoFactorState, changes: StateChanges): Promise<boolean> {
  return await call.transaction(async ({ db }) => {
    await db
      .insertInto('tfa_user')
      .values({ ...noFactors, user_id, version: 0 })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    const { numUpdatedRows } = await db
      .updateTable('tfa_user')
      .set({ ...changes, version: version + 1 })
      .where('user_id', '=', user_id)
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** Changes the state of an administrator; `next` runs again when another call was quicker. Throws what `next` throws. */
export async function changeState(
  call: Call,
  userId: number,
  next: (state: TwoFactorState) => StateChanges | Promise<StateChanges>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const state = await stateOf(call, userId);
    if (await change(call, state, await next(state))) return;
  }
  throw twoFactorErrors.locked();
}

/**
 * Checks a second factor. `verify` returns the changes with which it is accepted, or undefined. Each failure is counted before the
 * caller learns of it, also among concurrent attempts; too many lock the factor (`twoFactorSettings`). Throws `failure` for a
 * wrong factor, 401 for a locked one. Must not run in a transaction: failures have to stay recorded.
 */
export async function attempt(
  call: Call,
  userId: number,
  failure: () => PlatformError,
  verify: (state: TwoFactorState) => StateChanges | undefined | Promise<StateChanges | undefined>,
): Promise<void> {
  let isAccepted = false;
  await changeState(call, userId, async (state) => {
    if (state.lock_expires !== null && state.lock_expires > formatTime(call.clock.now()))
      throw twoFactorErrors.locked();
    const accepted = await verify(state);
    isAccepted = accepted !== undefined;
    return accepted ? { ...accepted, failures_num: 0, lock_expires: null } : afterFailure(call, state);
  });
  if (!isAccepted) throw failure();
}

function afterFailure({ config, clock }: Call, { failures_num }: TwoFactorState): StateChanges {
  const failures = failures_num + 1;
  const most = config.of(twoFactorSettings.mostFailures);
  // A challenge is used up by any response to it.
  const used = { challenge: null, challenge_expires: null, failures_num: failures };
  if (failures % most !== 0) return { ...used, lock_expires: null };
  const seconds = config.of(twoFactorSettings.lockSeconds) * 2 ** Math.min(failures / most - 1, 20);
  const until = clock.now().getTime() + Math.min(seconds, LONGEST_LOCK) * 1000;
  return { ...used, lock_expires: formatTime(new Date(until)) };
}
