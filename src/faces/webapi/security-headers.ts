import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../kernel/platform.ts';

/** Forbids scripts, frames and forms, which our own pages do not need; other pages have a policy of their own. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/**
 * A hook that adds security headers to all responses except those under `rest`, which have their own: pages, files, health,
 * errors.
 */
export function faceHeaders(
  settings: Pick<Settings, 'hstsSeconds'>,
  rest: string,
): (request: FastifyRequest, reply: FastifyReply, done: () => void) => void {
  return (request, reply, done) => {
    if (request.raw.url !== rest) {
      reply
        .header('x-content-type-options', 'nosniff')
        .header('x-frame-options', 'SAMEORIGIN')
        .header('referrer-policy', 'no-referrer')
        .header('content-security-policy', POLICY);
      const transport = strictTransport(settings, request.protocol === 'https');
      if (transport) reply.header('strict-transport-security', transport);
    }
    done();
  };
}

/** Value of Strict-Transport-Security; undefined when it is off or the request did not use HTTPS (RFC 6797, 7.2). */
export function strictTransport({ hstsSeconds }: Pick<Settings, 'hstsSeconds'>, isSecure: boolean): string | undefined {
  return hstsSeconds > 0 && isSecure ? `max-age=${hstsSeconds}` : undefined;
}
