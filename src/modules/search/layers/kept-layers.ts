import type { Call } from '../../../kernel/call.ts';
import type { SharedCaches } from '../../../kernel/caches.ts';
import { contentVersion } from '../../../storage/content.ts';
import { RecentMap } from '../../../storage/recent-map.ts';
import type { Layer } from './aggregations.ts';
import type { LayeredRequest } from './request.ts';

/** How many results a process keeps the choices of, and how many choices of one. */
const MOST_RESULTS = 200;
const MOST_CHOICES = 1000;
/** Characters of a request whose choices are kept. */
const MOST_CHARACTERS = 2000;
/** Milliseconds after which they are counted anew, whatever happened: prices begin and end with time. */
const PERIOD = 60_000;

interface Kept {
  readonly version: string;
  readonly layers: readonly Layer[];
}

/** The choices by which results can be narrowed, counted once while nothing changes that everybody is shown: they are the same for all. */
export interface KeptLayers {
  /** The kept choices of a request, as long as they are true; otherwise what `count` gives. One small query for its version. */
  layersOf(
    call: Call,
    request: LayeredRequest,
    isBelowOnly: boolean,
    count: () => Promise<readonly Layer[]>,
  ): Promise<readonly Layer[]>;
}

/** Makes the store of a process. */
export function createKeptLayers(caches: SharedCaches): KeptLayers {
  const results = new RecentMap<Kept>(MOST_RESULTS);
  return {
    async layersOf(call, { text, filters }, isBelowOnly, count) {
      const { storeId, websiteId, currency } = call.scope;
      const key = JSON.stringify([storeId, websiteId, currency, isBelowOnly, text, filters]);
      if (call.inTransaction || key.length > MOST_CHARACTERS) return await count();
      const period = Math.floor(call.clock.now().getTime() / PERIOD);
      // Read before they are counted: what changes meanwhile makes them those of an earlier version.
      const version = `${await contentVersion(call.db)} ${caches.generation} ${period}`;
      const kept = results.get(key);
      if (kept?.version === version) return kept.layers;
      const layers = await count();
      const choices = layers.reduce((sum, layer) => sum + layer.choices.length, 0);
      if (choices <= MOST_CHOICES) results.set(key, { version, layers });
      return layers;
    },
  };
}
