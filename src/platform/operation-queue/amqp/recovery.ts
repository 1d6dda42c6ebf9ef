import type { Call } from '../../../kernel/call.ts';
import { elementAt } from '../../../kernel/lists.ts';
import type { Platform } from '../../../kernel/platform.ts';
import { prepared, preparedFirst, type Params } from '../../../storage/prepared.ts';
import { operationStatuses } from '../types.ts';
import { publishOperations, type Publisher } from './publisher.ts';
import { republishInterval } from '../configuration.ts';

/** Operations that are read and published at once, at most. */
const operationsAtOnce = 5000;

const lastOpen = preparedFirst((db) =>
  db
    .selectFrom('operation')
    .select('id')
    .where('status', '=', operationStatuses.open)
    .orderBy('id', (order) => order.desc().nullsLast())
    .limit(1),
);
const publishedBefore = prepared((db, p: Params<{ after: number; last: number; limit: number }>) =>
  db
    .selectFrom('operation')
    .innerJoin('bulk', 'bulk.id', 'operation.bulk_id')
    .select('operation.id')
    .where('operation.status', '=', operationStatuses.open)
    .where('operation.available_at', '=', 0)
    .where('operation.id', '>', p.after)
    .where('operation.id', '<=', p.last)
    .where('bulk.publish_at', 'is', null)
    .orderBy('operation.id', (order) => order.asc().nullsFirst())
    .limit(p.limit),
);

/** Milliseconds between two searches for lost messages. */
export function recoveryInterval({ config }: Pick<Platform, 'config'>): number {
  return 1000 * config.of(republishInterval);
}

/** Whether some open operations were published. */
export async function isAnyPublished(call: Call): Promise<boolean> {
  const [one] = await publishedBefore(call.db, { after: 0, last: Number.MAX_SAFE_INTEGER, limit: 1 });
  return one !== undefined;
}

/**
 * Makes the search for operations whose message was lost: the queue was purged, the broker lost its data, or they were accepted
 * while the database was the broker. If the queue is empty twice in a row, the operations that were open at the first time and
 * still are must be published again. An operation that a consumer is executing just then is published in vain, which does no
 * harm.
 */
export function createSearchForLost(platform: Platform, call: Call): (publisher: Publisher) => Promise<void> {
  /** The last operation that was open when the queue was first empty. */
  let suspect: number | undefined;
  let looked = 0;
  return async (publisher) => {
    if (Date.now() - looked < recoveryInterval(platform)) return;
    looked = Date.now();
    if ((await publisher.figures()).messages > 0) {
      suspect = undefined;
      return;
    }
    if (suspect !== undefined) await publishLost(platform, call, publisher, suspect);
    suspect = (await lastOpen(call.db, {}))?.id;
  };
}

async function publishLost(platform: Platform, call: Call, publisher: Publisher, last: number): Promise<void> {
  for (let after = 0; ;) {
    const lost = await publishedBefore(call.db, { after, last, limit: operationsAtOnce });
    if (lost.length === 0) return;
    platform.log.warn({ operations: lost.length }, 'operations whose messages were lost are published again');
    await publishOperations(publisher, lost);
    after = elementAt(lost, -1).id;
  }
}
