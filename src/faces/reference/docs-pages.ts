import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Pages that load only files of this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Where the build puts the documentation: beside the program. */
const folder = join(import.meta.dirname, 'docs');
const file = { isFile: true } as const;
const asset = /^assets\/[\w-]+\.(?:js|css|json)$/;
const picture = /^(?:[\w-]+\/)*[\w-]+\.(?:png|jpe?g|svg|webp)$/;
const page = /^[\w-]+(?:\/[\w-]+)*$/;

/** Whether the program has its documentation beside it. */
export function hasDocs(): boolean {
  return existsSync(join(folder, 'index.html'));
}

/** Serves the documentation at `/docs`. */
export async function docsPages(app: FastifyInstance): Promise<void> {
  if (!hasDocs()) return;
  await app.register(import('@fastify/static'), { root: folder, serve: false, cacheControl: false });
  app.get<{ Params: { '*'?: string } }>('/docs', { config: file }, (_, reply) =>
    reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache').sendFile('index.html'),
  );
  app.get<{ Params: { '*': string } }>('/docs/*', { config: file }, (request, reply) => {
    const path = request.params['*'].replace(/\/$/, '');
    reply.header('x-content-type-options', 'nosniff');
    // Names of assets contain a digest of the file.
    if (asset.test(path)) return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(path);
    if (picture.test(path)) return reply.header('cache-control', 'public, max-age=86400').sendFile(path);
    const name = path === '' ? 'index' : path;
    // The library would answer a missing file with a text of its own.
    if (!page.test(name) || !existsSync(join(folder, `${name}.html`))) return reply.callNotFound();
    return reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache').sendFile(`${name}.html`);
  });
}
