import { defineErrors } from '../../kernel/errors.ts';

/** Errors of callers who exceed a limit. */
export const limitErrors = defineErrors('limits', {
  requests: [
    'tooManyRequests',
    'Too many requests. Please try again in %1 seconds.',
    'the caller exceeds the configured limit of requests; Retry-After states the waiting time',
  ],
  attempts: [
    'tooManyRequests',
    'Too many attempts. Please try again in %1 seconds.',
    'too many sign-ins or password changes of one address or customer have failed, or one address creates too many accounts',
  ],
});
