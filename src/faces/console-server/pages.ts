import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Registry } from '../../kernel/registry.ts';
import { bundleFiles } from './module-pages/bundles.ts';

/** Pages that load, run and call only resources of this server; emails and pictures of records bring their own styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self' blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const file = { isFile: true } as const;

/** Where the build puts the bundle: beside the program. */
const folder = join(import.meta.dirname, 'console');

/** Serves the web application at `/console`: each of its pages is the same document, which finds its page by the path. */
export async function consolePages(app: FastifyInstance, registry: Registry): Promise<void> {
  if (!existsSync(folder)) return;
  await app.register(import('@fastify/static'), {
    root: folder,
    serve: false,
    cacheControl: false,
  });
  app.get<{ Params: { file: string } }>('/console/assets/:file', { config: file }, (request, reply) => {
    // Names contain a digest of the file.
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return reply.sendFile(`assets/${request.params.file}`);
  });
  bundleFiles(app, registry, {
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  });
  for (const path of ['/console', '/console/*']) {
    app.get(path, { config: file }, (_, reply) =>
      reply
        .header('content-security-policy', POLICY)
        .header('cross-origin-opener-policy', 'same-origin')
        .header('cache-control', 'no-cache')
        .sendFile('index.html'),
    );
  }
}
