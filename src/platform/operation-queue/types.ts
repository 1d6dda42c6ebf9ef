import * as t from '../../kernel/types.ts';

/** Statuses of an operation, as numbered by the interface. */
export const operationStatuses = { complete: 1, retriablyFailed: 2, failed: 3, open: 4, rejected: 5 } as const;
/** The interface's number for the status of an operation. */
export type OperationStatus = (typeof operationStatuses)[keyof typeof operationStatuses];

/** Outcome of one item of an asynchronous or bulk call. */
const ItemStatus = t.object('asynchronous-operations-data-item-status-interface', {
  id: t.integer,
  data_hash: t.string,
  status: t.string,
  error_message: t.optional(t.string),
  error_code: t.optional(t.integer),
});

/** The answer to an accepted asynchronous or bulk call. */
export const AsyncResponse = t.object('asynchronous-operations-data-async-response-interface', {
  bulk_uuid: t.string,
  request_items: t.array(ItemStatus),
  errors: t.boolean,
});
