import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileConditions, Files } from '../../kernel/files.ts';
import type { Platform } from '../../kernel/platform.ts';
import { respondWithFile } from '../../storage/files/file-response.ts';
import { readPictureRequest } from './picture-request.ts';
import { createPictures, isPicture, type Original } from './pictures.ts';

/** Seconds that HTTP caches may store an original which stands in for a picture. */
const SUBSTITUTE_AGE = 60;
/** Addresses of the reference's resized pictures; the number stands for the sizes of a theme. */
const themeFolder = /^catalog\/product\/cache\/[0-9a-f]{32}\//;

/** Serves product pictures and other files under `/media`, from a folder or from an object store; pictures in the size asked for. */
export async function mediaPages(app: FastifyInstance, files: Files, platform: Platform): Promise<void> {
  const { mediaCacheBytes, mediaMaxAge } = platform.settings;
  if (files.store.folder !== undefined) mkdirSync(join(files.store.folder, 'media'), { recursive: true });
  const pictures = mediaCacheBytes > 0 ? createPictures(files.store, mediaCacheBytes, platform.log) : undefined;
  app.addHook('onClose', async () => await pictures?.close());
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const path = request.params['*'].replace(themeFolder, 'catalog/product/');
      if (!isServedPath(path)) return reply.callNotFound();
      const { method, ip: address } = request;
      const conditions = conditionsOf(request);
      const original = originalOf(files, `media/${path}`);
      const asked = pictures && isPicture(path) ? pictureRequestOf(request) : undefined;
      const response =
        pictures && asked
          ? await pictures.respond({ original, request: asked, method, conditions, address })
          : { ...(await original.respond(method, conditions)), isSubstitute: undefined };
      if (response.status === 404) return reply.callNotFound();
      reply.code(response.status).headers(response.headers);
      if (asked?.isNegotiated) reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '));
      if (response.status !== 416) {
        const age = response.isSubstitute ? Math.min(SUBSTITUTE_AGE, mediaMaxAge) : mediaMaxAge;
        reply.header('cache-control', `public, max-age=${age}`);
      }
      return reply.send(response.content ?? null);
    },
  });
}

/** Whether a path can be that of a file: without hidden files, empty names and names of other folders. */
function isServedPath(path: string): boolean {
  return !/[\\\0]/.test(path) && !path.split('/').some((part) => part === '' || part.startsWith('.'));
}

function pictureRequestOf({ raw, headers }: FastifyRequest): ReturnType<typeof readPictureRequest> {
  const mark = raw.url?.indexOf('?') ?? -1;
  if (mark < 0) return undefined;
  return readPictureRequest(new URLSearchParams(raw.url?.slice(mark)), headers.accept);
}

function conditionsOf({ headers }: FastifyRequest): FileConditions {
  const ifRange = headers['if-range'];
  return {
    range: headers.range,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
  };
}

/** A file of the program, or one of the store. */
function originalOf({ store, builtIn }: Files, path: string): Original {
  const file = builtIn.get(path);
  if (!file) {
    return {
      path,
      facts: () => store.facts(path),
      read: () => store.read(path),
      respond: (method, conditions) => store.respond(method, path, conditions),
    };
  }
  return {
    path,
    facts: file.facts,
    read: file.content,
    async respond(method, conditions) {
      const content = await file.content();
      const read = async ({ start, end }: { start: number; end: number }) => content.subarray(start, end + 1);
      return await respondWithFile({ path, ...(await file.facts()), read }, method, conditions);
    },
  };
}
