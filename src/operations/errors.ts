import { defineErrors } from '../kernel/errors.ts';

/** Errors of asynchronous and bulk calls, and texts of operations that did not complete. */
export const operationErrors = defineErrors('operations', {
  acceptance: [
    'input',
    'Something went wrong while processing the request.',
    'an asynchronous or bulk call could not be accepted as a whole',
  ],
  bulkNotFound: ['noSuchEntity', 'Bulk uuid %bulkUuid not exist', 'there is no bulk with this uuid'],
  busy: [
    'retriable',
    'The operation did not complete because the database was busy or out of reach. It can be tried again.',
    'an operation met locks, deadlocks or lost connections at every attempt (operation status 2)',
  ],
  notServed: [
    'state',
    'No service takes the topic "%topic". Enable the module that does and send the operation again.',
    'an accepted operation belongs to a module, edition or release that is not active any more (operation status 3)',
  ],
});
