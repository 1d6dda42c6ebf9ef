import type { Caller, Database } from '../kernel/call.ts';
import { transactionOf } from '../storage/connection.ts';
import type { ReadNeed } from '../storage/engine.ts';

/**
 * Whose writes a caller has to see where replicas answer reads. Customers see their own. Guests have no name that holds from one
 * request to the next (a storefront's server calls for them as well as their browser), so each sees those of all guests. A customer's
 * account and token were made by a guest: what a process reads for a token that is new to it shows all there is. Admin users and
 * integrations are told by mails, events and webhooks of what others do: they always see all there is.
 */

/** What the reads of `caller` have to see. */
export function readNeedOf(caller: Caller): ReadNeed {
  const writer = writerOf(caller);
  if (writer === undefined) return { kind: 'present' };
  if (caller.type === 'guest') return { kind: 'own', writer };
  return caller.token === undefined ? { kind: 'present' } : { kind: 'own', writer, session: caller.token };
}

/** Notes that the open transaction of `db` writes for `caller`. */
export function noteWriter(db: Database, caller: Caller): void {
  const writer = writerOf(caller);
  if (writer !== undefined) transactionOf(db)?.writers.add(writer);
}

/** The name under which a caller's last position is kept; undefined for those who do not need it. */
function writerOf({ type, id }: Caller): string | undefined {
  if (type === 'guest') return 'guest';
  return type === 'customer' ? `customer ${id}` : undefined;
}
