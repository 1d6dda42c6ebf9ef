import { callerTypeOf, callerTypes, type Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { escapeLike, fold, like } from '../../storage/sql.ts';
import { expiry } from './error-groups.ts';
import { readCallerType } from './switch.ts';

/** Filters of error groups; an absent filter matches all. */
interface ErrorFilter {
  /** Part of route or message. */
  readonly search?: string | null | undefined;
  readonly callerType?: string | null | undefined;
  /** `count`: the most frequent first; otherwise the latest. */
  readonly order?: string | null | undefined;
  readonly limit: number;
}

/** Error groups, each with its last request if that is recorded. */
export async function listErrors(call: Call, { search, callerType, order, limit }: ErrorFilter) {
  const { db } = call;
  let query = db
    .selectFrom('error_group')
    .leftJoin('admin_user', (join) =>
      join.onRef('admin_user.user_id', '=', 'error_group.user_id').on('user_type', '=', callerTypes.admin),
    )
    .leftJoin('integration', (join) =>
      join
        .onRef('integration.integration_id', '=', 'error_group.user_id')
        .on('user_type', '=', callerTypes.integration),
    )
    .selectAll('error_group')
    .select(['admin_user.username', 'integration.name as integration'])
    .where('last_at', '>=', expiry(call))
    .orderBy(order === 'count' ? 'count' : 'last_at', 'desc')
    .orderBy('hash')
    .limit(limit);
  if (callerType) query = query.where('user_type', '=', callerTypes[readCallerType(callerType)]);
  if (search) {
    const part = `%${escapeLike(foldText(search))}%`;
    query = query.where(({ or }) => or([like(fold('route'), part), like(fold('message'), part)]));
  }
  const groups = await query.execute();
  const recorded = await recordedBy(
    call,
    groups.map(({ request_id: id }) => id),
  );
  return groups.map((one) => ({
    route: one.route,
    message: one.message,
    status: one.status,
    user_type: callerTypeOf(one.user_type),
    user_id: one.user_id,
    user: one.username ?? one.integration ?? undefined,
    count: Number(one.count),
    first_at: timeOf(one.first_at),
    last_at: timeOf(one.last_at),
    request_id: one.request_id,
    call_id: recorded.get(one.request_id),
  }));
}

/** Ids of recorded calls by the ids of their requests. */
async function recordedBy({ db }: Call, requestIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (requestIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('recorded_call')
    .select(['id', 'request_id'])
    .where('request_id', 'in', requestIds)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, request_id: requestId }) => [requestId, id]));
}

const timeOf = (moment: number | string): string => new Date(Number(moment)).toISOString();
