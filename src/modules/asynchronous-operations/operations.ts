import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type * as t from '../../kernel/types.ts';
import { toDetails } from '../../platform/operation-queue/status.ts';
import type { FieldKind } from '../../storage/criteria/conditions.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField, SearchFields } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { Operation } from './types.ts';

/** A field that an operation has from its bulk. */
function ofBulk(kind: FieldKind, column: string): SearchField {
  const value = sql.ref(`bulk.${column}`);
  return {
    kind,
    notNull: true,
    filter: ({ on }) => sql`operation.bulk_id in (select bulk.id from bulk where ${on(value)})`,
    order: () => sql`(select ${value} from bulk where bulk.id = operation.bulk_id)`,
  };
}

/**
 * The fields of the published search: `start_time`, `status`, `bulk_uuid` and `topic_name`. Recordings of the interface also filter by
 * `started_at` and sort by `id`.
 */
const fields: SearchFields = {
  // As in the interface, the number of the operation among all, not the position in its bulk that the response shows as `id`.
  id: { kind: 'integer', column: 'operation.id', notNull: true, sortOnly: true },
  bulk_uuid: ofBulk('code', 'uuid'),
  topic_name: ofBulk('code', 'topic'),
  start_time: ofBulk('time', 'start_time'),
  started_at: { kind: 'time', column: 'operation.started_at' },
  status: { kind: 'integer', column: 'operation.status', notNull: true },
};

const byIds = prepared((db, p: Params<{ ids: number[] }>) =>
  db
    .selectFrom('operation')
    .innerJoin('bulk', 'bulk.id', 'operation.bulk_id')
    .selectAll('operation')
    .select(['bulk.uuid', 'bulk.topic', 'bulk.store_id', 'bulk.start_time'])
    .where(inIds('operation.id', p.ids)),
);

/** An operation with the fields of its bulk. */
type OperationOfBulk = Awaited<ReturnType<typeof byIds>>[number];

/** An operation as the wire has it. */
export function showOperation(row: OperationOfBulk): t.Out<typeof Operation> {
  return { ...toDetails(row), extension_attributes: { start_time: row.start_time } };
}

/** Operations of all bulks that match the criteria. */
export async function listOperations(call: Call, criteria: SearchCriteria): Promise<FoundList<OperationOfBulk>> {
  return await findList(call, criteria, {
    base: call.db.selectFrom('operation'),
    key: 'operation.id',
    fields,
    load: async (on, ids: readonly number[]) =>
      new Map((await byIds(on.db, { ids: [...ids] })).map((row) => [row.id, row])),
  });
}
