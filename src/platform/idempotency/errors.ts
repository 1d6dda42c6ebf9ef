import { defineErrors } from '../../kernel/errors.ts';

/** Errors of requests with the header Idempotency-Key. */
export const idempotencyErrors = defineErrors('idempotency', {
  format: [
    'input',
    'The header Idempotency-Key must have 1 to 255 printable ASCII characters.',
    'the header Idempotency-Key is empty, too long or has other characters',
  ],
  otherRequest: [
    'conflict',
    'The Idempotency-Key belongs to another request. Use a new key for each request.',
    'the caller has used the Idempotency-Key with another path or body within 24 hours',
  ],
  running: [
    'conflict',
    'A request with this Idempotency-Key is still running. Repeat the request later.',
    'a request is repeated before the first one has ended, and waiting for it took too long',
    'temporary',
  ],
  unknownOutcome: [
    'conflict',
    'The outcome of the first request with this Idempotency-Key is unknown. Look at its record before you send a new request.',
    'the process of the first request ended after a part of it was saved, and before its response was',
  ],
});
