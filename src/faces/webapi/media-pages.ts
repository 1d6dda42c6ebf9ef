import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../../kernel/files.ts';

/** Maximum time that HTTP caches may store a file, in seconds. */
const MAX_AGE = 86_400;

/** Serves product pictures and other files under `/media`, from a folder or from an object store. */
export async function mediaPages(app: FastifyInstance, store: FileStore): Promise<void> {
  if (store.folder === undefined) return fromStore(app, store);
  const root = join(store.folder, 'media');
  mkdirSync(root, { recursive: true });
  await app.register(import('@fastify/static'), {
    root,
    prefix: '/media/',
    index: false,
    maxAge: MAX_AGE * 1000,
    decorateReply: false,
  });
}

/** The store handles ranges and tags; its response is streamed to the client. */
function fromStore(app: FastifyInstance, store: FileStore): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const path = request.params['*'];
      if (path.split('/').some((part) => part === '' || part.startsWith('.'))) return reply.callNotFound();
      const { headers, method } = request;
      const response = await store.respond(method, `media/${path}`, {
        range: headers.range,
        ifNoneMatch: headers['if-none-match'],
        ifModifiedSince: headers['if-modified-since'],
      });
      if (response.status === 404) return reply.callNotFound();
      reply.code(response.status).headers(response.headers);
      if (response.status !== 416) reply.header('cache-control', `public, max-age=${MAX_AGE}`);
      return reply.send(response.content ?? null);
    },
  });
}
