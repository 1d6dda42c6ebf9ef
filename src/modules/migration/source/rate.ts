import { setTimeout as pause } from 'node:timers/promises';

/** Spaces requests evenly, however many callers wait. */
interface RequestRate {
  /** Resolves when the next request may start. */
  next(): Promise<void>;
  /** Lets no request start for a time in milliseconds. */
  hold(milliseconds: number): void;
}

/** At most `perSecond` requests a second. */
export function requestRate(perSecond: number): RequestRate {
  const gap = 1000 / perSecond;
  let free = 0;
  return {
    async next() {
      for (;;) {
        const now = performance.now();
        if (free <= now + 1) {
          free = Math.max(free, now - gap) + gap;
          return;
        }
        // Others may take the place meanwhile, or hold all requests.
        await pause(free - now);
      }
    },
    hold(milliseconds) {
      free = Math.max(free, performance.now() + milliseconds);
    },
  };
}
