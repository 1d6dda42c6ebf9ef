import { module } from '../../kernel/module.ts';
import { startKeyRetention } from './retention.ts';
import { migrations } from './tables.ts';

/** The header Idempotency-Key: repetitions of a POST have the response of the first request, and no further effect. */
export const idempotency = module({
  name: 'Idempotency',
  migrations,
  unshown: ['idempotency_key'],
  workers: [startKeyRetention],
});
