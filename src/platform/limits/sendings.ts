import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { addressKey } from './address.ts';

const HOUR = 3_600_000;

/**
 * Counts an email that the caller causes, and returns the number of those within the last hour; in the transaction that queues it, so
 * that a rejected one does not count. Customers are counted by account, others by network address. `kind`: the form.
 */
export async function countSending({ caller, clock, db }: Call, kind: string): Promise<number> {
  const { address } = caller;
  const who = caller.type === 'customer' ? `customer ${caller.id}` : address ? addressKey(address) : 'nobody';
  const sender = `${kind} ${who}`;
  const now = clock.now();
  await db
    .deleteFrom('sending')
    .where('sent_at', '<', formatTime(new Date(now.getTime() - HOUR)))
    .execute();
  await db
    .insertInto('sending')
    .values({ sender, sent_at: formatTime(now) })
    .execute();
  const { count } = await db
    .selectFrom('sending')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow();
  return Number(count);
}
