import { randomUUID } from 'node:crypto';
import { followersOf } from '../../platform/change-log/followers.ts';
import { logEnds, sequenceChanges } from '../../platform/change-log/log.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { eventing } from './configuration.ts';
import { createCourier, type Courier } from './courier.ts';
import { releaseStates } from './rows.ts';

/** Pause after an error, in milliseconds. */
const PAUSE = 1000;
/** Interval of checks for providers, in milliseconds. */
const LOOK = 200;
/** Maximum time that a stop waits for receivers, in milliseconds; later responses cause a second delivery. */
const LONGEST_STOP = 3_000;

/** Delivers events in the background, to each provider from one process at a time. */
export function startDeliveries(platform: Platform): Worker {
  const { services, config, log } = platform;
  const call = platform.newCall(system.caller, system.scope);
  const owner = randomUUID();
  const followers = followersOf(platform);
  const couriers = new Map<number, Courier>();
  const running = new Map<number, Promise<void>>();
  const courierOf = (id: number): Courier => {
    let courier = couriers.get(id);
    if (!courier) {
      const target = () => services.ioEvents.targets.current.find(({ provider }) => provider.id === id);
      couriers.set(id, (courier = createCourier(platform, id, owner, target)));
    }
    return courier;
  };
  const targetsNow = (): number[] => {
    if (!config.of(eventing.enabled)) return [];
    const targets = services.ioEvents.targets.current.filter(
      ({ provider, subscriptions }) => provider.disabled === '' && subscriptions.length > 0,
    );
    return targets.map(({ provider }) => provider.id);
  };
  return startRepeating({
    interval: () => (targetsNow().length > 0 ? PAUSE : LOOK),
    longestStop: LONGEST_STOP,
    turn: async (stopping) => {
      const ids = targetsNow();
      // Without providers there is no reason to wake on each commit.
      if (ids.length === 0) return undefined;
      await sequenceChanges(call);
      const ends = await logEnds(call.db);
      for (const id of ids) {
        if (running.has(id)) continue;
        const run = courierOf(id)
          .run(ends, stopping)
          .catch((error: unknown) =>
            log.warn({ err: error, provider: id }, 'events could not be delivered; trying again'),
          )
          .finally(() => running.delete(id));
        running.set(id, run);
      }
      await followers.more(stopping);
      return 'more';
    },
    failed: (error) => log.warn({ err: error }, 'it is not known which events there are; trying again'),
    end: async () => {
      await Promise.all(running.values());
      await call.transaction(({ db }) => releaseStates(db, { owner })).catch(() => 0);
    },
  });
}
