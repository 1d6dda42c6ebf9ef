import { callerTypeOf, type Call } from '../../kernel/call.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { accountNames } from '../../platform/audit/list.ts';
import { getBulk } from '../../platform/operation-queue/status.ts';
import { inIds } from '../../storage/sql.ts';

/** Which bulks are asked for. */
interface BulkFilter {
  /** Those with an operation of this status. */
  readonly status?: number | null | undefined;
  readonly uuid?: string | null | undefined;
  /** Part of the topic. */
  readonly topic?: string | null | undefined;
  /** Older than the bulk with this number. */
  readonly before?: number | null | undefined;
  readonly limit: number;
}

/** Bulks, newest first, each with how many of its operations have which status: four statements however many they are. */
export async function listBulks(call: Call, { status, uuid, topic, before, limit }: BulkFilter) {
  const { db } = call;
  let query = db
    .selectFrom('bulk')
    .select(['id', 'uuid', 'topic', 'description', 'start_time', 'operation_count', 'user_type', 'user_id'])
    .orderBy('id', 'desc')
    .limit(limit);
  if (uuid) query = query.where('uuid', '=', uuid);
  if (topic) query = query.where('topic', 'like', `%${topic.toLowerCase().replaceAll(/[%_\\]/g, '')}%`);
  if (before) query = query.where('id', '<', before);
  if (status) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('operation')
          .select('operation.id')
          .whereRef('operation.bulk_id', '=', 'bulk.id')
          .where('operation.status', '=', status),
      ),
    );
  }
  const bulks = await query.execute();
  const counts = await db
    .selectFrom('operation')
    .select(({ fn }) => ['bulk_id', 'status', fn.countAll<number>().as('count')])
    .where(
      inIds(
        'bulk_id',
        bulks.map(({ id }) => id),
      ),
    )
    .groupBy(['bulk_id', 'status'])
    .execute();
  const names = await accountNames(
    call,
    bulks.map(({ user_type, user_id }) => ({ user_type, user_id: Number(user_id) })),
  );
  const byBulk = Map.groupBy(counts, ({ bulk_id }) => bulk_id);
  return bulks.map(({ user_type: userType, ...bulk }) =>
    Object.assign(bulk, {
      user_type: callerTypeOf(userType),
      user: names.get(`${callerTypeOf(userType)} ${bulk.user_id}`),
      counts: (byBulk.get(bulk.id) ?? []).map((one) => ({ status: one.status, count: Number(one.count) })),
    }),
  );
}

/** Operations of a bulk in order, with their input, secrets masked. Throws 404 for an unknown uuid. */
export async function listOperationsOf(
  call: Call,
  uuid: string,
  { status, after, limit }: { status?: number | null; after?: number | null; limit: number },
) {
  const { id } = await getBulk(call, uuid);
  let query = call.db
    .selectFrom('operation')
    .select(['operation_key', 'status', 'input', 'result', 'result_message', 'error_code', 'attempts', 'started_at'])
    .where('bulk_id', '=', id)
    .orderBy('operation_key')
    .limit(limit);
  if (status) query = query.where('status', '=', status);
  if (after !== undefined && after !== null) query = query.where('operation_key', '>', after);
  return (await query.execute()).map((row) => ({
    id: row.operation_key,
    status: row.status,
    input: row.input === null ? undefined : parseJson(row.input),
    result: row.result === null ? undefined : parseJson(row.result),
    result_message: row.result_message ?? undefined,
    error_code: row.error_code ?? undefined,
    attempts: row.attempts,
    started_at: row.started_at ?? undefined,
  }));
}
