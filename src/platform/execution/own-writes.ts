import type { Caller, Database } from '../../kernel/call.ts';
import { transactionOf } from '../../storage/connection.ts';
import type { ReadNeed } from '../../storage/engine.ts';

/**
 * The writes that a caller has to see when replicas serve reads. Customers see their own. Guests have no identity that lasts
 * from one request to the next (a storefront's server calls for them as well as their browser), so each sees those of all
 * guests. A guest creates a customer's account and token, so the first read of a process for a new token sees all writes.
 * Emails, events and webhooks notify admin users and integrations of others' changes, so they always see all writes.
 */

/** The writes that reads of `caller` have to see. */
export function readNeedOf(caller: Caller): ReadNeed {
  const writer = writerOf(caller);
  if (writer === undefined) return { kind: 'present' };
  if (caller.type === 'guest') return { kind: 'own', writer };
  return caller.token === undefined ? { kind: 'present' } : { kind: 'own', writer, session: caller.token };
}

/** Records that the open transaction of `db` writes for `caller`. */
export function noteWriter(db: Database, caller: Caller): void {
  const writer = writerOf(caller);
  if (writer !== undefined) transactionOf(db)?.writers.add(writer);
}

/** The key of a caller's last position; undefined for callers without one. */
function writerOf({ type, id }: Caller): string | undefined {
  if (type === 'guest') return 'guest';
  return type === 'customer' ? `customer ${id}` : undefined;
}
