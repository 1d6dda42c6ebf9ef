import type { Call, ConfigurationReader, Database } from '../../kernel/call.ts';
import { contentTags, type ContentTag } from '../../kernel/content-tags.ts';
import { parseJson } from '../../kernel/json-text.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { appendToOutbox, finishOutbox, takeFromOutbox, type TransactionOpener } from '../../storage/outbox.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import { sendOutgoing } from '../change-log/outgoing.ts';
import { pageCacheSettings } from './configuration.ts';

/**
 * Requests to HTTP caches to purge changed content. A transaction that changes public content queues its tags in the outbox, so
 * that no purge is lost with a process, and none is sent for a rollback.
 */

const TOPIC = 'purge';
/** How often the queue is looked at, in milliseconds. */
const INTERVAL = 250;
const BATCH = 500;
/** How long a process has a batch to itself, in milliseconds. */
const LEASE = 60_000;
/** Milliseconds that a cache gets to respond. */
const PATIENCE = 10_000;
/** Milliseconds before the next attempt, at least and at most. */
const DELAYS = { first: 1000, longest: 60_000 };
/** Changed content: an entry of the outbox. */
interface QueuedPurge {
  readonly tags: readonly ContentTag[];
  /** Milliseconds that the last failure was followed by. */
  readonly waited?: number;
}

/** Queues the purge of content, within the transaction of `db` that changes it; nothing if no cache is to be told. */
export async function queuePurge(
  config: ConfigurationReader,
  db: Database,
  tags: readonly ContentTag[],
): Promise<void> {
  if (config.of(pageCacheSettings.purgeUrls).length === 0) return;
  const purge: QueuedPurge = { tags: tags.includes(contentTags.everything) ? [contentTags.everything] : tags };
  await appendToOutbox(db, TOPIC, [purge]);
  await appendToOutbox(db, TOPIC, [purge], 1000 * config.of(pageCacheSettings.secondPurge));
}

const firstDue = preparedFirst((db, p: Params<{ now: number }>) =>
  db.selectFrom('outbox').select('id').where('topic', '=', TOPIC).where('available_at', '<=', p.now).limit(1),
);

/** Sends queued purges to all configured caches; those of many transactions in one request. */
export function startPurges(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    longestStop: PATIENCE,
    turn: async () => {
      if (!(await firstDue(call.db, { now: Date.now() }))) return undefined;
      await sendDue(call, platform);
      return 'more';
    },
    failed: (error) => platform.log.warn({ err: error }, 'purges cannot be read'),
  });
}

async function sendDue(call: Call, { log }: Platform): Promise<void> {
  const storage: TransactionOpener = { transaction: (work) => call.transaction(({ db }) => work(db)) };
  const entries = await takeFromOutbox(storage, TOPIC, BATCH, LEASE);
  const purges = entries.map(({ payload }) => parseJson<QueuedPurge>(payload));
  const tags = [...new Set(purges.flatMap((purge) => purge.tags))];
  const results = await Promise.allSettled(
    call.config.of(pageCacheSettings.purgeUrls).map((url) => sendPurge(call, url, tags)),
  );
  const failures = results.filter((result) => result.status === 'rejected');
  if (failures.length > 0) {
    const waited = Math.max(...purges.map((purge) => purge.waited ?? 0));
    const delay = Math.min(DELAYS.longest, 2 * waited || DELAYS.first);
    for (const { reason } of failures) log.warn({ err: reason, tags, delay }, 'an HTTP cache does not purge');
    // One entry in place of many: a cache that is away for long does not fill the queue.
    await storage.transaction((db) => appendToOutbox(db, TOPIC, [{ tags, waited: delay }], delay));
  }
  await finishOutbox(
    storage,
    entries.map(({ id }) => id),
  );
}

/**
 * Sends one request, in the form of the reference's own caches: PURGE with a pattern of tags. The body names the tags as JSON, for
 * everything else. Throws unless the cache confirms with a status of 2xx.
 */
async function sendPurge({ config, services }: Call, url: string, tags: readonly ContentTag[]): Promise<void> {
  const { purgeToken } = pageCacheSettings;
  const token = services.configuration.open(purgeToken.path, config.of(purgeToken));
  const { status } = await sendOutgoing(config, {
    url,
    method: 'PURGE',
    headers: {
      'x-magento-tags-pattern': patternOf(tags),
      'surrogate-key': tags.join(' '),
      'content-type': 'application/json',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ tags }),
    timeout: PATIENCE,
  });
  if (status < 200 || status > 299) throw new Error(`${url} responds with ${status}`);
}

/** A pattern that the header `X-Magento-Tags` of each response with one of the tags matches. */
function patternOf(tags: readonly ContentTag[]): string {
  if (tags.includes(contentTags.everything)) return '.*';
  return tags.map((tag) => `((^|,)${tag}(,|$))`).join('|');
}
