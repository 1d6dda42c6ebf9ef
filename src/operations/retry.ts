import type { Call } from '../kernel/call.ts';
import { preparedWrite, type Params } from '../storage/prepared.ts';
import { getBulk } from './status.ts';
import { operationStatuses } from './types.ts';

const reopen = preparedWrite((db, p: Params<{ bulk: number; now: number }>) =>
  db
    .updateTable('operation')
    .set({ status: operationStatuses.open, attempts: 0, available_at: p.now, result_message: null, error_code: null })
    .where('bulk_id', '=', p.bulk)
    .where('status', '=', operationStatuses.retriablyFailed),
);

/**
 * Opens the operations of a bulk again that failed by what passes by itself (status 2), for as many attempts as at first;
 * consumers execute them as soon as they see them. Gives how many that are; 404 for a uuid that is not known.
 */
export async function retryBulk(call: Call, uuid: string): Promise<number> {
  const { id } = await getBulk(call, uuid);
  return await call.transaction(({ db }) => reopen(db, { bulk: id, now: Date.now() }));
}
