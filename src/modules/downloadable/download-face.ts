import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Face } from '../../kernel/faces.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import { publicSample } from './rows.ts';
import { openPurchase, type PurchasedLink } from './purchases.ts';

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
    return answer(reply, link, downloadable.files.path('links', link.link_file ?? ''), platform);
  });
};

function answer(reply: FastifyReply, link: PurchasedLink, file: string, { config }: Platform): FastifyReply {
  reply.header('cache-control', 'no-store');
  // In a form that fits into a header; it was checked when it was saved.
  if (link.link_type === 'url') return reply.redirect(new URL(link.link_url ?? '').href);
  const disposition = config.get('catalog/downloadable/content_disposition') === 'attachment' ? 'attachment' : 'inline';
  return reply
    .header('content-disposition', `${disposition}; filename="${basename(file)}"`)
    .header('x-content-type-options', 'nosniff')
    .type('application/octet-stream')
    .send(createReadStream(file));
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
      const file = platform.services.downloadable.files.path(kind, sample.file ?? '');
      return reply
        .header('content-disposition', `attachment; filename="${basename(file)}"`)
        .header('x-content-type-options', 'nosniff')
        .type('application/octet-stream')
        .send(createReadStream(file));
    });
  serve('samples', '/downloadable/download/sample/sample_id/:id');
  serve('link_samples', '/downloadable/download/linkSample/link_id/:id');
};
