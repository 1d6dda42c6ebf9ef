import { defineErrors } from '../../kernel/errors.ts';

/** Errors of asynchronous and bulk calls, and messages of operations that failed. */
export const operationErrors = defineErrors('operations', {
  bulkNotFound: ['noSuchEntity', 'Bulk uuid %bulkUuid not exist', 'no bulk has this uuid'],
  busy: [
    'retriable',
    'The operation did not complete because the database was busy or out of reach. It can be tried again.',
    'an operation met locks, deadlocks or lost connections at every attempt (operation status 2)',
  ],
  sealed: [
    'state',
    'The secrets of the operation cannot be read, because SOUK_SECRET_KEY has changed. Send the operation again.',
    'an accepted operation has secrets that were encrypted with another key (operation status 3)',
  ],
  guestItems: [
    'input',
    'Without an access token a bulk may have %max items at most.',
    'an anonymous bulk has more items than souk/operations/guest_items',
  ],
  guestOpen: [
    'tooManyRequests',
    'Too many operations of this address wait to be executed: %max at most without an access token. Please try again later.',
    'an anonymous call exceeds souk/operations/guest_open open operations of its address',
  ],
  backlog: [
    'retriable',
    'Too many operations wait to be executed. Please try again later.',
    'an asynchronous or bulk call exceeds souk/operations/most_open open operations',
  ],
  notServed: [
    'state',
    'No service handles the topic "%topic". Enable its module and send the operation again.',
    'an accepted operation belongs to a module, edition or release that is not active any more (operation status 3)',
    'filled',
  ],
});
