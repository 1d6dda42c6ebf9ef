import { defineErrors } from '../kernel/errors.ts';

/** Errors of callers who exceed a limit. */
export const limitErrors = defineErrors('limits', {
  requests: [
    'tooManyRequests',
    'Too many requests. Please try again in %1 seconds.',
    'requests are limited by configuration and the caller has sent more; Retry-After says when to go on',
  ],
  attempts: [
    'tooManyRequests',
    'Too many attempts. Please try again in %1 seconds.',
    'too many sign-ins or password changes from one address, or of one customer, have failed, or one address makes too many accounts',
  ],
});
