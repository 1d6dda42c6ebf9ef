import type { Call } from '../kernel/call.ts';
import type { Platform } from '../kernel/platform.ts';
import { contentVersion } from '../storage/content.ts';
import { createAnswerStore } from '../webapi/answers.ts';
import type { GraphQLRequest } from './request.ts';

/** Bytes of answers that a process keeps. */
const MOST_BYTES = 2 ** 25;

/** Milliseconds after which an answer is made anew, whatever happened: prices begin and end with time. */
const PERIOD = 60_000;

/** Answers to guests and customers, kept while nothing changes that everybody is shown. */
export interface KeptAnswers {
  /** The kept answer to callers of a kind (`cacheIdOf`), as long as it is true; otherwise what `make` gives, which is kept if it says so. */
  answer(call: Call, kind: string, request: GraphQLRequest, make: () => Promise<NewAnswer>): Promise<Buffer>;
}

interface NewAnswer {
  /** Serialized already where it is large. */
  readonly body: object | Buffer;
  readonly isKept: boolean;
}

/** Makes the store of a process. */
export function createKeptAnswers({ caches, clock }: Platform): KeptAnswers {
  const store = createAnswerStore(MOST_BYTES);
  return {
    async answer(call, kind, { query, operationName = '', variables }, make) {
      const key = [kind, operationName, JSON.stringify(variables), query].join('\n');
      const period = Math.floor(clock.now().getTime() / PERIOD);
      // Read before the answer is made: what changes meanwhile makes it one of an earlier version.
      const version = `${await contentVersion(call.db)} ${caches.generation} ${period}`;
      const kept = store.get(key);
      if (kept?.version === version) return kept.body;
      const { body, isKept } = await make();
      const made = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      if (isKept) store.set(key, { input: {}, version, body: made, etag: '' });
      return made;
    },
  };
}
