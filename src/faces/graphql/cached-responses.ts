import type { Call } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import { publicVersion } from '../../storage/content.ts';
import { createResponseCache } from '../webapi/response-cache.ts';
import type { GraphQLRequest } from './request.ts';

/** Maximum size of cached responses per process, in bytes. */
const MAX_BYTES = 2 ** 25;

/** Cached responses to guests and customers, valid until public data changes. */
export interface CachedResponses {
  /** The cached response to callers of a kind (`cacheIdOf`), or the result of `make`, which is cached if it says so. */
  read(call: Call, kind: string, request: GraphQLRequest, make: () => Promise<NewResponse>): Promise<Buffer>;
}

interface NewResponse {
  /** Serialized already if it is large. */
  readonly body: object | Buffer;
  readonly isCacheable: boolean;
}

/** Creates the cache of a process. */
export function createCachedResponses({ caches, clock }: Platform): CachedResponses {
  const responses = createResponseCache(MAX_BYTES);
  return {
    async read(call, kind, { query, operationName = '', variables }, make) {
      const key = [kind, operationName, JSON.stringify(variables), query].join('\n');
      // Read before the response is made: a change in the meantime outdates the response.
      const version = await publicVersion(call.db, caches, clock);
      const cached = responses.get(key, version);
      if (cached) {
        for (const repeat of cached.repeated ?? []) repeat();
        return cached.body;
      }
      const { body, isCacheable } = await make();
      const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      if (isCacheable) responses.set(key, version, { input: {}, body: bytes, etag: '', repeated: [...call.repeated] });
      return bytes;
    },
  };
}
