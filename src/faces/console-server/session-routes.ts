import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/call.ts';
import type { Face } from '../../kernel/faces.ts';
import { system } from '../../kernel/system.ts';
import { tokenLifetimes } from '../../platform/access/configuration.ts';
import { revokeToken } from '../../platform/access/tokens.ts';
import { bearerOf } from '../webapi/bearer.ts';
import { consoleErrors } from './errors.ts';
import { sessionCookie } from './session-cookie.ts';

/**
 * `GET /_/console/session` says whether the request is signed by a session or a token, without failing for guests. `PUT /_/console/session` keeps the access token of the request in a cookie, which signs the calls of the console in all tabs.
 * `DELETE /_/console/session` ends the session: it revokes the token of an admin user and removes the cookie; integrations keep
 * their token. Neither is declared like the others: a declared route does not see the headers of the request.
 */
export function sessionRoutesOf(app: FastifyInstance, { platform, authenticate }: Parameters<Face>[1]): void {
  const { config, settings } = platform;
  const secondsOf = ({ type }: Caller): number | undefined =>
    (type === 'admin' && config.of(tokenLifetimes.admin) * 3600) || undefined;
  const isSecure = ({ protocol }: FastifyRequest): boolean =>
    protocol === 'https' || settings.baseUrl?.startsWith('https:') === true;
  app.get('/_/console/session', async (request, reply) => {
    const { type } = await authenticate(request);
    return reply.header('cache-control', 'no-store').send(type === 'admin' || type === 'integration');
  });
  app.put('/_/console/session', async (request, reply) => {
    const caller = await authenticate(request);
    const token = bearerOf(request);
    if (token === undefined || (caller.type !== 'admin' && caller.type !== 'integration')) throw consoleErrors.people();
    const { headers } = request;
    const cookie = sessionCookie(token, { headers, isSecure: isSecure(request), seconds: secondsOf(caller) });
    return reply.header('set-cookie', cookie).header('cache-control', 'no-store').send(true);
  });
  app.delete('/_/console/session', async (request, reply) => {
    const caller = await authenticate(request);
    const token = bearerOf(request);
    if (caller.type === 'admin' && token !== undefined)
      await revokeToken(platform.newCall(caller, system.scope), token);
    const { headers } = request;
    const cookie = sessionCookie(undefined, { headers, isSecure: isSecure(request) });
    return reply.header('set-cookie', cookie).header('cache-control', 'no-store').send(true);
  });
}
