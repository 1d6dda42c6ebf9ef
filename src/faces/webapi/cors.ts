import type { FastifyCorsOptions, FastifyCorsOptionsDelegateCallback } from '@fastify/cors';
import type { Settings } from '../../kernel/platform.ts';
import { limitHeaders } from '../../platform/limits/headers.ts';

/** Headers that pages of other origins may read, in addition to those that browsers always allow. */
const exposed = ['ETag', 'X-Store-Scope', 'X-Magento-Cache-Id', 'X-Request-Id', 'Idempotent-Replayed', ...limitHeaders];

/** Seconds that a browser may cache the response to a preflight. */
const PREFLIGHT_SECONDS = 600;

/** Options that let pages of the named origins call the whole server. */
export function corsOptions(cors: NonNullable<Settings['cors']>): FastifyCorsOptionsDelegateCallback {
  const open: FastifyCorsOptions = {
    origin: cors.origins === '*' ? '*' : [...cors.origins],
    credentials: cors.credentials,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: exposed,
    maxAge: PREFLIGHT_SECONDS,
  };
  const closed: FastifyCorsOptions = { origin: false };
  return ({ method, headers }, done) => {
    // Only preflights are handled here. Other OPTIONS requests are rejected: the interface does not have this method.
    const isOther = method === 'OPTIONS' && !(headers.origin && headers['access-control-request-method']);
    done(null, isOther ? closed : open);
  };
}
