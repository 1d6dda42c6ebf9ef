import { basename } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Face } from '../../kernel/faces.ts';
import type { OpenedFile } from '../../kernel/files.ts';
import { system } from '../../kernel/system.ts';
import { contentDisposition } from './configuration.ts';
import { publicSample } from './rows.ts';
import { openPurchase } from './purchases.ts';

/**
 * Serves bought downloads at the address that the interface's storefront has for them. A link that is not shareable is only for
 * its buyer, with a token, and for the shop. Each answer counts as one download. Throws 404, 401, or 400 for a link that is not
 * available yet or used up.
 */
export const purchasedDownloads: Face = async (app, { platform, authenticate }) => {
  app.get<{ Params: { hash: string } }>('/downloadable/download/link/id/:hash', async (request, reply) => {
    const call = platform.newCall(system.caller, system.scope);
    const { downloadable } = platform.services;
    const link = await openPurchase(call, request.params.hash, await authenticate(request));
    reply.header('cache-control', 'no-store');
    // In a form that fits into a header; it was checked when it was saved.
    if (link.link_type === 'url') return reply.redirect(new URL(link.link_url ?? '').href);
    const file = link.link_file ?? '';
    const opened = await downloadable.files.open('links', file);
    if (!opened) return reply.callNotFound();
    return sendFile(reply, platform.config.of(contentDisposition), file, opened);
  });
};

function sendFile(
  reply: FastifyReply,
  disposition: 'attachment' | 'inline',
  file: string,
  { size, content }: OpenedFile,
): FastifyReply {
  return reply
    .header('content-disposition', `${disposition}; filename="${basename(file)}"`)
    .header('content-length', size)
    .header('x-content-type-options', 'nosniff')
    .type('application/octet-stream')
    .send(content);
}

/** What may be downloaded without buying it: samples of products, and of links. Throws 404. */
export const publicSamples: Face = async (app, { platform }) => {
  const serve = (kind: 'samples' | 'link_samples', path: string) =>
    app.get<{ Params: { id: string } }>(path, async (request, reply) => {
      const call = platform.newCall(system.caller, system.scope);
      const sample = await publicSample(call, kind, Number(request.params.id));
      if (!sample) return reply.callNotFound();
      reply.header('cache-control', 'no-store');
      if (sample.type === 'url') return reply.redirect(new URL(sample.url ?? '').href);
      const file = sample.file ?? '';
      const opened = await platform.services.downloadable.files.open(kind, file);
      return opened ? sendFile(reply, 'attachment', file, opened) : reply.callNotFound();
    });
  serve('samples', '/downloadable/download/sample/sample_id/:id');
  serve('link_samples', '/downloadable/download/linkSample/link_id/:id');
};
