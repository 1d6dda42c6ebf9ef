import type { Caller, ConfigurationReader } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import { preparedOne, type Params } from '../../storage/prepared.ts';
import { operationErrors } from './errors.ts';
import { operationStatuses } from './types.ts';
import { guestItems, guestOpen, mostOpen } from './configuration.ts';

/** How long a count of open operations is used, in milliseconds: while it is below the limit, and once it has reached it. */
const countedFor = 5000;
const lookAgain = 250;
/** Seconds after which a client that was refused may try again. */
export const RETRY_AFTER = 10;

/** The limits of callers without a token: items in one call, and open operations of their address. */
export function guestLimits(
  { type }: Pick<Caller, 'type'>,
  config: ConfigurationReader,
): { items: number; open: number } {
  if (type !== 'guest') return { items: Infinity, open: Infinity };
  return {
    items: config.of(guestItems) || Infinity,
    open: config.of(guestOpen) || Infinity,
  };
}

const count = preparedOne((db, p: Params<{ most: number }>) =>
  db
    .selectFrom((from) =>
      from.selectFrom('operation').select('id').where('status', '=', operationStatuses.open).limit(p.most).as('open'),
    )
    .select((select) => select.fn.countAll<number>().as('count')),
);

interface Count {
  open: number;
  at: number;
}
const counts = new WeakMap<Platform, Count>();

/**
 * Admits more operations, or throws 503 while as many of them are open as `mostOpen` allows.
 * They are counted at intervals; operations that this process has accepted since are added.
 */
export async function checkBacklog(platform: Platform, items: number): Promise<void> {
  const most = platform.config.of(mostOpen);
  if (most === 0) return;
  let counted = counts.get(platform);
  const age = Date.now() - (counted?.at ?? 0);
  if (!counted || age > countedFor || (counted.open >= most && age > lookAgain)) {
    const call = platform.newCall(system.caller, system.scope);
    counted = { open: (await count(call.db, { most })).count, at: Date.now() };
    counts.set(platform, counted);
  }
  if (counted.open >= most) throw operationErrors.backlog(undefined, { retryAfter: RETRY_AFTER });
  counted.open += items;
}
