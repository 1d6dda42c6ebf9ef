import { module } from '../../kernel/module.ts';
import { getBulkDetailedStatus, getBulkStatus, getOperationCount, getOperationList } from './routes.ts';

/** Shows the status of accepted calls. */
export const asynchronousOperations = module({
  name: 'AsynchronousOperations',
  edition: 'commercial',
  routes: [getBulkStatus, getBulkDetailedStatus, getOperationCount, getOperationList],
});
