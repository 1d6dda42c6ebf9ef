import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { system } from '../../kernel/system.ts';
import { insertManyRows, updateRows } from '../../storage/rows.ts';
import { BREAKS_AT } from './backoff.ts';
import { deliverLog } from './log-delivery.ts';
import { retryWaiting } from './retries.ts';
import { beginRound, type Round } from './round.ts';
import * as rows from './rows.ts';
import type { Target } from './subscribed.ts';
import type { HeldLease, LogEnds, RoundChanges, Shift } from './shift.ts';
import { openWorkspace } from './workspace.ts';

/** Lease of a process on a provider without renewal, and the interval of renewals, in milliseconds. */
const LEASE = 15_000;
const SIGN_OF_LIFE = 4_000;
/** Interval of checks for free leases and for events queued again by a person, in milliseconds. */
const LOOK = 1000;
/** Event loop utilization above which a process counts as busy. */
const BUSY = 0.7;
/** Pause after an internal error, in milliseconds. */
const ERROR_PAUSE = 5000;

/** Delivers events to one provider. */
export interface Courier {
  /** Delivers the pending events, unless another process holds the lease. */
  run(ends: LogEnds, stopping: AbortSignal): Promise<void>;
}

/** Creates the courier of a provider; `target` returns its current configuration, `owner` identifies this process. */
export function createCourier(
  platform: Platform,
  provider: number,
  owner: string,
  target: () => Target | undefined,
): Courier {
  const call = platform.newCall(system.caller, system.scope);
  let lease: HeldLease | undefined;
  let quietUntil = 0;

  const renew = async (): Promise<void> => {
    const until = Date.now() + LEASE;
    const renewedRows = await call.transaction(({ db }) => rows.renewState(db, { provider, owner, until }));
    if (renewedRows === 0) lease = undefined;
    else if (lease) lease.until = until;
  };
  const claim = async (): Promise<void> => {
    if (lease && lease.until > Date.now() + SIGN_OF_LIFE) return;
    lease = undefined;
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + LOOK;
    lease = await claimHeld(call, provider, owner);
  };
  /** Saves a round and its results, unless another process has taken over. */
  const finish = async (round: Round, position: number, changes: RoundChanges): Promise<void> => {
    if (lease) lease = await writeRound(call, { provider, owner, lease, round, position, changes });
  };
  const shiftOf = (current: Target, mine: HeldLease, stopping: AbortSignal): Shift => {
    const workspace = openWorkspace(call, current.provider.provider_id, current.provider);
    const { failures, resumeAt } = mine;
    const isOver = (): boolean => stopping.aborted || lease === undefined;
    return {
      platform,
      call,
      provider,
      workspace,
      subscriptions: current.subscriptions,
      lease: mine,
      isProbe: failures >= BREAKS_AT,
      source: call.config.of(baseUrls.unsecure.base),
      now: () => call.clock.now().getTime(),
      begin: () => beginRound({ call, tracing: platform.tracing, provider, workspace, failures, resumeAt, isOver }),
      finish,
    };
  };
  /** One step; returns whether another one may follow immediately. */
  const step = async (mine: HeldLease, ends: LogEnds, stopping: AbortSignal): Promise<boolean> => {
    const current = target();
    const now = call.clock.now().getTime();
    if (!current || current.provider.disabled !== '' || now < mine.resumeAt) return false;
    await lookForDue(call, provider, mine);
    const shift = shiftOf(current, mine, stopping);
    const hasLog = mine.position < ends.latest;
    // While a provider does not respond, attempts alternate between the log and the retry queue.
    const isTurn = shift.isProbe ? mine.due !== Infinity && (!hasLog || mine.failures % 2 === 1) : mine.due <= now;
    if (isTurn) return retryWaiting(shift);
    return hasLog && deliverLog(shift, ends);
  };

  return {
    run: async (ends, stopping) => {
      const alive = setInterval(() => void (lease && renew().catch(() => {})), SIGN_OF_LIFE);
      try {
        await claim();
        for (;;) {
          const mine = lease;
          if (!mine || stopping.aborted) return;
          const begun = performance.now();
          const before = performance.eventLoopUtilization();
          if (!(await step(mine, ends, stopping))) return;
          const { utilization } = performance.eventLoopUtilization(before);
          // A backlog leaves half of a busy process to requests.
          if (utilization > BUSY) await pause(performance.now() - begun, undefined, { ref: false });
        }
      } catch (error) {
        lease = undefined;
        quietUntil = Date.now() + ERROR_PAUSE;
        throw error;
      } finally {
        clearInterval(alive);
      }
    },
  };
}

async function claimHeld(call: Call, provider: number, owner: string): Promise<HeldLease | undefined> {
  if (!(await rows.isFree(call.db, provider, owner))) return undefined;
  const now = Date.now();
  const until = now + LEASE;
  const state = await call.transaction(({ db }) => rows.claimState(db, { provider, owner, until, now }));
  if (!state) return undefined;
  const { position, failures, resume_at: resumeAt, delivered_at: deliveredAt, failed_at: failedAt } = state;
  return { position, failures, resumeAt, deliveredAt, failedAt, until, due: Infinity, lookedAt: 0 };
}

async function lookForDue(call: Call, provider: number, lease: HeldLease): Promise<void> {
  if (Date.now() < lease.lookedAt + LOOK) return;
  const found = await rows.nextDue(call.db, { provider });
  lease.due = found?.due_at ?? Infinity;
  lease.lookedAt = Date.now();
}

interface WrittenRound {
  readonly provider: number;
  readonly owner: string;
  readonly lease: HeldLease;
  readonly round: Round;
  readonly position: number;
  readonly changes: RoundChanges;
}

/** Saves a round in one transaction; returns the new state, or undefined if another process has taken over. */
async function writeRound(call: Call, written: WrittenRound): Promise<HeldLease | undefined> {
  const { provider, owner, lease, round, position, changes } = written;
  const { waiting = [], finishedIds = [], again = [], lost = 0 } = changes;
  const { failures, resumeAt, delivered, failed } = round;
  const deliveredAt = round.deliveredAt || lease.deliveredAt;
  const failedAt = round.failedAt || lease.failedAt;
  const until = Date.now() + LEASE;
  const isWritten = await call.transaction(async (inside) => {
    const { db } = inside;
    const advanced = await rows.advanceState(db, {
      provider,
      owner,
      until,
      position,
      failures,
      resume_at: resumeAt,
      delivered_at: deliveredAt,
      failed_at: failedAt,
      delivered,
      failed,
      dead: again.filter(({ is_dead }) => is_dead === 1).length,
      lost,
    });
    if (advanced === 0) return false;
    await insertManyRows(db, 'event_waiting', waiting, (row) => row);
    await insertManyRows(db, 'event_delivery', round.deliveries, (row) => row);
    if (finishedIds.length > 0) await rows.deleteWaiting(db, { ids: finishedIds });
    await updateRows(db, 'event_waiting', ['id'], again);
    if (round.gone !== '') await disable(inside, provider, round.gone);
    return true;
  });
  return isWritten
    ? { position, failures, resumeAt, deliveredAt, failedAt, until, due: Infinity, lookedAt: 0 }
    : undefined;
}

/** Disables delivery to a provider that responded that it is gone. */
async function disable(call: Call, provider: number, disabled: string): Promise<void> {
  await call.db.updateTable('event_provider').set({ disabled }).where('id', '=', provider).execute();
  await call.services.ioEvents.targets.invalidate(call);
}
