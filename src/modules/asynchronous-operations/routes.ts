import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { bulkDetails, bulkSummary, countOperations } from '../../platform/operation-queue/status.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { listOperations, showOperation } from './operations.ts';
import { BulkOperationsStatus, DetailedBulkOperationsStatus, OperationSearchResults } from './types.ts';

const access = acl('Magento_Logging::system_magento_logging_bulk_operations');
const bulkStatus = 'asynchronousOperationsBulkStatusV1';

export const getBulkStatus = route({
  method: 'GET',
  path: '/V1/bulk/:bulkUuid/status',
  service: bulkStatus,
  operation: 'getBulkShortStatus',
  summary: 'Shows an accepted call and the status of each of its operations.',
  access,
  input: { bulkUuid: t.string },
  output: BulkOperationsStatus,
  handle: ({ bulkUuid }, call) => bulkSummary(call, bulkUuid),
});

export const getBulkDetailedStatus = route({
  method: 'GET',
  path: '/V1/bulk/:bulkUuid/detailed-status',
  service: bulkStatus,
  operation: 'getBulkDetailedStatus',
  summary: 'Shows an accepted call with the arguments, status and answer of each of its operations.',
  access,
  input: { bulkUuid: t.string },
  output: DetailedBulkOperationsStatus,
  handle: ({ bulkUuid }, call) => bulkDetails(call, bulkUuid),
});

export const getOperationCount = route({
  method: 'GET',
  path: '/V1/bulk/:bulkUuid/operation-status/:status',
  service: bulkStatus,
  operation: 'getOperationsCountByBulkIdAndStatus',
  summary: 'Counts the operations of an accepted call that have a status.',
  access,
  input: { bulkUuid: t.string, status: t.integer },
  output: t.integer,
  handle: ({ bulkUuid, status }, call) => countOperations(call, bulkUuid, status),
});

export const getOperationList = route({
  method: 'GET',
  path: '/V1/bulk',
  service: 'asynchronousOperationsOperationRepositoryV1',
  operation: 'getList',
  summary: 'Finds operations of all accepted calls.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: OperationSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listOperations(call, searchCriteria), requestedFields, (rows) => rows.map(showOperation)),
});
