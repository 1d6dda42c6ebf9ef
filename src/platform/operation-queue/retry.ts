import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { preparedOne, preparedWrite, type Params } from '../../storage/prepared.ts';
import { getBulk } from './status.ts';
import { operationStatuses } from './types.ts';

const reopen = preparedWrite((db, p: Params<{ bulk: number; now: number }>) =>
  db
    .updateTable('operation')
    .set({ status: operationStatuses.open, attempts: 0, available_at: p.now, result_message: null, error_code: null })
    .where('bulk_id', '=', p.bulk)
    .where('status', '=', operationStatuses.retriablyFailed)
    .where((where) => where.or([where('secrets', 'is', null), where('secrets', '!=', sql.lit(''))])),
);
const withoutSecrets = preparedOne((db, p: Params<{ bulk: number }>) =>
  db
    .selectFrom('operation')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('bulk_id', '=', p.bulk)
    .where('status', '=', operationStatuses.retriablyFailed)
    .where('secrets', '=', sql.lit('')),
);

/**
 * Opens the retriably failed operations (status 2) of a bulk again, for as many attempts as at first; consumers execute them at
 * once. Operations that had secrets stay as they are, because the secrets were removed when they ended. Gives how many are
 * opened. Throws 404 for an unknown uuid.
 */
export async function retryBulk(call: Call, uuid: string): Promise<number> {
  const { id } = await getBulk(call, uuid);
  return await call.transaction(({ db }) => reopen(db, { bulk: id, now: Date.now() }));
}

/**
 * How many operations of a bulk cannot be tried again, because their secrets were removed: their caller has to send them again.
 */
export async function countWithoutSecrets(call: Call, uuid: string): Promise<number> {
  const { id } = await getBulk(call, uuid);
  return (await withoutSecrets(call.db, { bulk: id })).count;
}
