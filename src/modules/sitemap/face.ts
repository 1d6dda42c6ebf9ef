import type { FastifyReply } from 'fastify';
import { guest, type Call } from '../../kernel/call.ts';
import type { Face } from '../../kernel/faces.ts';
import { system } from '../../kernel/system.ts';
import { robots } from './configuration.ts';
import { shopAddress, sitemapIndex, sitemapNamed } from './sitemap.ts';

/** Seconds for which caches may store the files. */
const MAX_AGE = 3600;

/** The content of robots.txt of the call's store view. */
function robotsText(call: Call): string {
  const scope = { storeId: call.scope.storeId };
  const instructions = call.config.of(robots.instructions, scope).trim();
  if (instructions !== '') return `${instructions}\n`;
  const isHidden = call.config.of(robots.default, scope).startsWith('NOINDEX');
  const namesSitemap = !isHidden && call.config.of(robots.namesSitemap, scope);
  return `User-agent: *\nDisallow:${isHidden ? ' /' : ''}\n${namesSitemap ? `\nSitemap: ${shopAddress(call)}sitemap.xml\n` : ''}`;
}

/** Serves robots.txt and the sitemaps for search engines: those that guests find. */
export const searchEnginePages: Face = async (app, { platform }) => {
  const newCall = (): Call => {
    const call = platform.newCall(guest, system.scope);
    return call.with({ scope: call.services.store.resolveScope(undefined) ?? system.scope });
  };
  const send = (reply: FastifyReply, type: string, content: string) =>
    reply.type(`${type}; charset=utf-8`).header('cache-control', `public, max-age=${MAX_AGE}`).send(content);
  app.get('/robots.txt', (_, reply) => send(reply, 'text/plain', robotsText(newCall())));
  app.get('/sitemap.xml', async (_, reply) => send(reply, 'application/xml', await sitemapIndex(newCall())));
  app.get<{ Params: { name: string } }>('/sitemap/:name', async ({ params: { name } }, reply) => {
    const content = await sitemapNamed(newCall(), name);
    return content === undefined ? reply.callNotFound() : send(reply, 'application/xml', content);
  });
};
