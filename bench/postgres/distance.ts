import { fork } from 'node:child_process';
import { once } from 'node:events';
import { end, firstOf } from '../support.ts';

/** A database that is some milliseconds away. */
export interface Distant {
  readonly url: string;
  /** Round trips in sequence since it began; see `RoundTrips`. */
  roundTrips(): Promise<number>;
  close(): Promise<void>;
}

/** Puts the database at `url` so many milliseconds away, there and back. */
export async function putAway(url: string, milliseconds: number): Promise<Distant> {
  const child = fork(new URL('relay.ts', import.meta.url), [url, String(milliseconds)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return {
    url: await firstOf(child, /postgres\S+/),
    async roundTrips() {
      child.send('count');
      const [count] = (await once(child, 'message')) as [number];
      return count;
    },
    close: () => end(child),
  };
}
