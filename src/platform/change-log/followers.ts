import { createAlarm } from '../../kernel/alarm.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';

/** How soon a follower hears of changes that other processes have made, in milliseconds. */
const POLL = 200;

/** Lets those who follow the log of changes wait for more of it. */
interface Followers {
  /** Resolves when there may be more, or when following has ended. */
  more(signal?: AbortSignal): Promise<void>;
  /** Wakes all who wait. */
  ring(): void;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
  stop(): void;
}

const followers = new WeakMap<object, Followers>();

/** The followers of a platform in this process; all its calls share `platform`. */
export function followersOf({ services }: Pick<Platform, 'services'>): Followers {
  let found = followers.get(services);
  if (!found) {
    const alarm = createAlarm();
    const stopping = new AbortController();
    // Each commit wakes those who wait, who then wait again: joining two signals takes longer than all else of that.
    const joined = new WeakMap<AbortSignal, AbortSignal>();
    const withStop = (signal: AbortSignal): AbortSignal => {
      let both = joined.get(signal);
      if (!both) joined.set(signal, (both = AbortSignal.any([signal, stopping.signal])));
      return both;
    };
    found = {
      more: (signal) => alarm.sleep(POLL, signal ? withStop(signal) : stopping.signal),
      ring: () => alarm.ring(),
      stopping: stopping.signal,
      stop: () => stopping.abort(),
    };
    followers.set(services, found);
  }
  return found;
}

/** Ends waiting followers when the server stops. */
export function startFollowers(platform: Platform): Worker {
  const found = followersOf(platform);
  return {
    stop: async () => {
      found.stop();
      followers.delete(platform.services);
    },
  };
}
