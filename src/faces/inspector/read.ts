import { callerTypeOf, callerTypes, type Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { foldText } from '../../kernel/fold.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { escapeLike, fold, like } from '../../storage/sql.ts';
import type { MessageDocument } from './row.ts';
import { readCallerType } from './switch.ts';
import { listedColumns, type RecordedCallRow } from './tables.ts';

/** Filters of recorded calls; an absent filter matches all. */
interface CallFilter {
  /** Part of method, path or GraphQL operation, as sent. */
  readonly search?: string | null | undefined;
  /** `failed`: those that were rejected or failed, or answered with GraphQL errors. */
  readonly outcome?: string | null | undefined;
  readonly callerType?: string | null | undefined;
  /** Older than the call with this id. */
  readonly before?: number | null | undefined;
  readonly limit: number;
}

const columns = listedColumns.map((name) => `recorded_call.${name}` as const);

/** Recorded calls, newest first, without their requests and responses. */
export async function listCalls(call: Call, { search, outcome, callerType, before, limit }: CallFilter) {
  let query = withNames(call).select(columns).orderBy('recorded_call.id', 'desc').limit(limit);
  if (before) query = query.where('recorded_call.id', '<', before);
  if (callerType) query = query.where('user_type', '=', callerTypes[readCallerType(callerType)]);
  if (outcome === 'failed') {
    query = query.where(({ or, eb }) =>
      or([eb('recorded_call.status', '>=', 400), eb('recorded_call.result', 'in', ['partial', 'failed'])]),
    );
  }
  if (search) {
    const part = `%${escapeLike(foldText(search))}%`;
    query = query.where(({ or }) =>
      or([
        like(fold('route'), part),
        like(fold('url'), part),
        like(fold('method'), part),
        like(fold('operation'), part),
      ]),
    );
  }
  return (await query.execute()).map(viewOf);
}

/** A recorded call with its request and response. Throws 404. */
export async function getRecordedCall(call: Call, id: number) {
  const row = await withNames(call)
    .select([...columns, 'request', 'answer'])
    .where('recorded_call.id', '=', id)
    .executeTakeFirst();
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  const { request, answer, ...rest } = row;
  return { ...viewOf(rest), request: messageOf(request), answer: messageOf(answer) };
}

function withNames({ db }: Call) {
  return db
    .selectFrom('recorded_call')
    .leftJoin('admin_user', (join) =>
      join.onRef('admin_user.user_id', '=', 'recorded_call.user_id').on('user_type', '=', callerTypes.admin),
    )
    .leftJoin('integration', (join) =>
      join
        .onRef('integration.integration_id', '=', 'recorded_call.user_id')
        .on('user_type', '=', callerTypes.integration),
    )
    .select(['admin_user.username', 'integration.name as integration']);
}

type Listed = Omit<RecordedCallRow, 'request' | 'answer' | 'size'> & {
  readonly username: string | null;
  readonly integration: string | null;
};

const milliseconds = (microseconds: number): number => microseconds / 1000;

function viewOf(row: Listed) {
  return {
    id: row.id,
    started_at: new Date(Number(row.started_at)).toISOString(),
    process: row.process,
    request_id: row.request_id,
    door: row.door,
    method: row.method,
    url: row.url,
    route: row.route,
    store_code: row.store_code ?? undefined,
    user_type: callerTypeOf(row.user_type),
    user_id: row.user_id,
    user: row.username ?? row.integration ?? undefined,
    address: row.address,
    status: row.status,
    milliseconds: milliseconds(row.duration),
    stages: {
      admit: milliseconds(row.admit),
      decode: milliseconds(row.decode),
      perform: milliseconds(row.perform),
      encode: milliseconds(row.encode),
      sql: milliseconds(row.sql_time),
    },
    statements: row.statements,
    from_memory: row.from_memory === 1,
    operation: row.operation === '' ? undefined : row.operation,
    result: row.result === '' ? undefined : row.result,
  };
}

function messageOf(json: string) {
  const { headers, body, bytes, shown: part } = parseJson<MessageDocument>(json);
  return {
    headers: headers.map(([name, value]) => ({ name, value })),
    body: body ?? undefined,
    bytes,
    shown: part,
  };
}
