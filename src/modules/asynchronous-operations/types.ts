import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

const OperationExtension = t.extension('asynchronous-operations-data-operation-extension-interface', {
  start_time: t.optional(t.string),
});

/** One item of a bulk, with its arguments until it is complete, and its response afterwards. */
export const Operation = t.object('asynchronous-operations-data-operation-interface', {
  extension_attributes: t.optional(OperationExtension),
  id: t.integer,
  bulk_uuid: t.string,
  topic_name: t.string,
  serialized_data: t.string,
  result_serialized_data: t.string,
  status: t.integer,
  result_message: t.string,
  error_code: t.integer,
});

/** One item of a bulk, in short. */
const OperationSummary = t.object('asynchronous-operations-data-summary-operation-status-interface', {
  id: t.integer,
  status: t.integer,
  result_message: t.string,
  error_code: t.integer,
});

const BulkSummaryExtension = t.extension('asynchronous-operations-data-bulk-summary-extension-interface', {});

/** Fields of a bulk besides its operations. */
const bulkFields = {
  extension_attributes: t.optional(BulkSummaryExtension),
  user_type: t.integer,
  bulk_id: t.string,
  description: t.string,
  start_time: t.string,
  user_id: t.integer,
  operation_count: t.integer,
};

/** A bulk with the state of each operation. */
export const BulkOperationsStatus = t.object('asynchronous-operations-data-bulk-operations-status-interface', {
  operations_list: t.array(OperationSummary),
  ...bulkFields,
});

/** A bulk with the arguments and the response of each operation. */
export const DetailedBulkOperationsStatus = t.object(
  'asynchronous-operations-data-detailed-bulk-operations-status-interface',
  { operations_list: t.array(Operation), ...bulkFields },
);

/** A page of operations. */
export const OperationSearchResults = searchResults(
  'asynchronous-operations-data-operation-search-results-interface',
  Operation,
);
