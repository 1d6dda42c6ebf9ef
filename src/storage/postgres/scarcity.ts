import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isOutOfConnections } from '../errors.ts';

/** Milliseconds for which a pool asks for no further connections after the server has refused one. */
const MODEST_FOR = 1000;
/** Milliseconds between two attempts of a pool that has no connection at all. */
const BETWEEN_ATTEMPTS = 100;

/**
 * A connection of `pool`. Where the server gives no more connections, it is one of the pool's own that becomes free; a pool
 * without any takes the place of one that `other`, the process's second pool, has idle, or asks the server again and again. Throws
 * the server's refusal after `wait` milliseconds.
 */
export async function takeConnection(pool: Pool, other: Pool, wait: number): Promise<PoolClient> {
  const end = Date.now() + wait;
  for (let isRefused = false; ; isRefused = true) {
    try {
      if (isRefused && pool.totalCount > 0) contentWithItsOwn(pool);
      else if (isRefused && other.idleCount > 0) await giveBack(other);
      else if (isRefused) await sleep(BETWEEN_ATTEMPTS);
      return await pool.connect();
    } catch (error) {
      if (!isOutOfConnections(error) || Date.now() >= end) throw error;
    }
  }
}

/** For a while, has the pool queue for the connections that it has: it asks for further ones only while it has less than `max`. */
function contentWithItsOwn({ options, totalCount }: Pool): void {
  const { max } = options;
  if (totalCount >= max) return;
  options.max = totalCount;
  setTimeout(() => (options.max = Math.max(options.max, max)), MODEST_FOR).unref();
}

/** Closes one of a pool's idle connections. */
async function giveBack(pool: Pool): Promise<void> {
  const client = await pool.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  client.release(true);
  await ended;
}
