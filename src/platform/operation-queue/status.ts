import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { parseTime } from '../../kernel/time.ts';
import { prepared, preparedFirst, preparedOne, type Params } from '../../storage/prepared.ts';
import { waitsForAttempt } from './claim.ts';
import { operationErrors } from './errors.ts';
import { serializedData, toWireJson } from './serialized-data.ts';
import { operationStatuses } from './types.ts';

/** A bulk with its operations, in the order of the call's items. */
interface BulkStatus<O> {
  readonly operations_list: O[];
  readonly user_type: number;
  readonly bulk_id: string;
  readonly description: string;
  readonly start_time: string;
  readonly user_id: number;
  readonly operation_count: number;
}

interface OperationSummary {
  readonly id: number;
  readonly status: number;
  readonly result_message: string | null;
  readonly error_code: number | null;
}

interface OperationDetails extends OperationSummary {
  readonly bulk_uuid: string;
  readonly topic_name: string;
  /** Null once the operation is complete. */
  readonly serialized_data: string | null;
  readonly result_serialized_data: string | null;
}

const findBulk = preparedFirst((db, p: Params<{ uuid: string }>) =>
  db.selectFrom('bulk').selectAll().where('uuid', '=', p.uuid),
);
const summaries = prepared((db, p: Params<{ bulk: number }>) =>
  db
    .selectFrom('operation')
    .select(['operation_key as id', 'status', 'result_message', 'error_code'])
    .where('bulk_id', '=', p.bulk)
    .orderBy('operation_key'),
);
const details = prepared((db, p: Params<{ bulk: number }>) =>
  db
    .selectFrom('operation')
    .select(['operation_key', 'status', 'result_message', 'error_code', 'input', 'result'])
    .where('bulk_id', '=', p.bulk)
    .orderBy('operation_key'),
);
const countByStatus = preparedOne((db, p: Params<{ uuid: string; status: number }>) =>
  db
    .selectFrom('operation')
    .innerJoin('bulk', 'bulk.id', 'operation.bulk_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('bulk.uuid', '=', p.uuid)
    .where('operation.status', '=', p.status),
);
const countWithStatus = preparedOne((db, p: Params<{ status: number }>) =>
  db
    .selectFrom('operation')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', '=', p.status),
);
const countWaiting = preparedOne((db) =>
  db
    .selectFrom('operation')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(waitsForAttempt),
);
const oldestOpen = preparedFirst((db) =>
  db
    .selectFrom('operation')
    .innerJoin('bulk', 'bulk.id', 'operation.bulk_id')
    .select('bulk.start_time')
    .where('operation.status', '=', sql.lit(operationStatuses.open))
    .orderBy('operation.id', (order) => order.asc().nullsFirst())
    .limit(1),
);

/** A bulk and the state of each operation. Throws 404 for an unknown uuid. */
export async function bulkSummary(call: Call, uuid: string): Promise<BulkStatus<OperationSummary>> {
  const bulk = await getBulk(call, uuid);
  return toStatus(bulk, await summaries(call.db, { bulk: bulk.id }));
}

/** As `bulkSummary`, with the arguments and the result of each operation. */
export async function bulkDetails(call: Call, uuid: string): Promise<BulkStatus<OperationDetails>> {
  const bulk = await getBulk(call, uuid);
  const rows = await details(call.db, { bulk: bulk.id });
  return toStatus(
    bulk,
    rows.map((row) => toDetails({ ...row, uuid: bulk.uuid, topic: bulk.topic, store_id: bulk.store_id })),
  );
}

/** How many operations of a bulk have this status; 0 for an unknown uuid. */
export async function countOperations(call: Call, uuid: string, status: number): Promise<number> {
  return (await countByStatus(call.db, { uuid, status })).count;
}

/** How many operations are open. */
export async function countOpen(call: Call): Promise<number> {
  return (await countWithStatus(call.db, { status: operationStatuses.open })).count;
}

/** How many operations ended as retriably failed, so that `retryBulk` can run them again. */
export async function countRetriablyFailed(call: Call): Promise<number> {
  return (await countWithStatus(call.db, { status: operationStatuses.retriablyFailed })).count;
}

/** How many open operations have failed before, and wait for their next attempt. */
export async function countWaitingForAttempt(call: Call): Promise<number> {
  return (await countWaiting(call.db, {})).count;
}

/** The number of open operations, and how long the oldest has waited, in seconds of the platform's clock. */
export async function queueFigures(call: Call): Promise<{ depth: number; oldestSeconds: number }> {
  const depth = await countOpen(call);
  const oldest = depth > 0 ? await oldestOpen(call.db, {}) : undefined;
  const since = oldest ? parseTime(oldest.start_time).getTime() : Infinity;
  return { depth, oldestSeconds: Math.max(0, (call.clock.now().getTime() - since) / 1000) };
}

/** An operation in a response. */
export function toDetails(row: {
  operation_key: number;
  uuid: string;
  topic: string;
  store_id: number;
  input: string | null;
  result: string | null;
  status: number;
  result_message: string | null;
  error_code: number | null;
}): OperationDetails {
  return {
    id: row.operation_key,
    bulk_uuid: row.uuid,
    topic_name: row.topic,
    serialized_data: row.input === null ? null : serializedData(row.input, row.store_id),
    result_serialized_data: row.result === null ? null : toWireJson(row.result),
    status: row.status,
    result_message: row.result_message,
    error_code: row.error_code,
  };
}

type BulkRow = NonNullable<Awaited<ReturnType<typeof findBulk>>>;

/** The row of a bulk. Throws 404 for an unknown uuid. */
export async function getBulk(call: Call, uuid: string): Promise<BulkRow> {
  const bulk = await findBulk(call.db, { uuid });
  if (!bulk) throw operationErrors.bulkNotFound({ bulkUuid: uuid });
  return bulk;
}

function toStatus<O>(bulk: BulkRow, operations: O[]): BulkStatus<O> {
  return {
    operations_list: operations,
    user_type: bulk.user_type,
    bulk_id: bulk.uuid,
    description: bulk.description,
    start_time: bulk.start_time,
    user_id: bulk.user_id,
    operation_count: bulk.operation_count,
  };
}
