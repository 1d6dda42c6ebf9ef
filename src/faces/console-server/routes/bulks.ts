import { entity } from '../../../kernel/entity.ts';
import { pageSizeOf } from '../../../kernel/page-size.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { retryBulk } from '../../../platform/operation-queue/retry.ts';
import { listBulks, listOperationsOf } from '../bulks.ts';

const access = acl('Magento_Logging::system_magento_logging_bulk_operations');

const Count = t.object('console-bulk-count', { status: t.integer, count: t.integer });
/** An accepted call. */
const Bulk = t.object('console-bulk', {
  /** Its place among all bulks: `before` of the next page. */
  id: t.integer,
  uuid: t.string,
  topic: t.string,
  description: t.string,
  start_time: t.string,
  operation_count: t.integer,
  user_type: t.string,
  user_id: t.integer,
  /** Name of the admin user or of the integration; null for other callers, and for deleted ones. */
  user: t.optional(t.string),
  counts: t.array(Count),
});
/** One item of it. */
const Operation = t.object('console-operation', {
  id: t.integer,
  status: t.integer,
  /** The input, secrets masked; absent when the operation is complete. */
  input: t.optional(t.mixed),
  result: t.optional(t.mixed),
  result_message: t.optional(t.string),
  error_code: t.optional(t.integer),
  attempts: t.integer,
  started_at: t.optional(t.string),
});

const readBulks = route({
  method: 'GET',
  path: '/_/console/bulks',
  service: 'consoleBulkV1',
  operation: 'getList',
  summary: 'Lists accepted calls, newest first, with how far each has come.',
  access,
  input: {
    status: t.optional(t.integer),
    uuid: t.optional(t.string),
    topic: t.optional(t.string),
    before: t.optional(t.integer),
    limit: t.optional(t.integer),
  },
  output: t.array(Bulk),
  handle: ({ limit, ...filter }, call) => listBulks(call, { ...filter, limit: pageSizeOf(limit, 50, 500) }),
});

const readOperations = route({
  method: 'GET',
  path: '/_/console/bulks/:uuid/operations',
  service: 'consoleBulkV1',
  operation: 'getOperations',
  summary: 'Lists the operations of an accepted call, by their place in it.',
  access,
  input: {
    uuid: t.string,
    status: t.optional(t.integer),
    after: t.optional(t.integer),
    limit: t.optional(t.integer),
  },
  output: t.array(Operation),
  handle: ({ uuid, limit, ...filter }, call) =>
    listOperationsOf(call, uuid, { ...filter, limit: pageSizeOf(limit, 100, 1000) }),
});

const retry = route({
  method: 'POST',
  path: '/_/console/bulks/:uuid/retry',
  service: 'consoleBulkV1',
  operation: 'retry',
  summary: 'Opens the retriably failed operations of an accepted call again.',
  access,
  entity: entity('bulk', 'uuid'),
  input: { uuid: t.string },
  output: t.integer,
  handle: ({ uuid }, call) => retryBulk(call, uuid),
});

export const bulkRoutes = [readBulks, readOperations, retry] as const;
