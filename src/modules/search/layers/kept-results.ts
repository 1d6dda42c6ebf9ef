import type { Call } from '../../../kernel/call.ts';
import type { SharedCaches } from '../../../kernel/caches.ts';
import { contentVersion } from '../../../storage/content.ts';
import { RecentMap } from '../../../storage/recent-map.ts';
import type { Layer } from './aggregations.ts';
import type { LayeredRequest } from './request.ts';

/** How many results a process keeps the choices of, and how many choices of one. */
const MOST_RESULTS = 200;
const MOST_CHOICES = 1000;
/** How many results a process keeps the totals of. */
const MOST_TOTALS = 1000;
/** Characters of a request of which something is kept. */
const MOST_CHARACTERS = 2000;
/** Milliseconds after which they are counted anew, whatever happened: prices begin and end with time. */
const PERIOD = 60_000;

/** What is kept of a result: its products and what they are asked for, without the page and its order. */
type Asked = Pick<LayeredRequest, 'text' | 'filters'>;

/**
 * What was counted of results, kept while nothing changes that everybody is shown: it is the same for all callers. Each look-up is one
 * small query for the version of that.
 */
export interface KeptResults {
  /** The choices by which a result can be narrowed: those kept, as long as they are true; otherwise what `count` gives. */
  layersOf(
    call: Call,
    asked: Asked,
    isBelowOnly: boolean,
    count: () => Promise<readonly Layer[]>,
  ): Promise<readonly Layer[]>;
  /** How many products a result has: the kept number, as long as it is true; otherwise what `count` gives. */
  totalOf(call: Call, asked: Asked, count: () => Promise<number>): Promise<number>;
}

/** Makes the store of a process. */
export function createKeptResults(caches: SharedCaches): KeptResults {
  const choicesOf = (layers: readonly Layer[]): number => layers.reduce((sum, layer) => sum + layer.choices.length, 0);
  const layers = keeping<readonly Layer[]>(caches, MOST_RESULTS, (counted) => choicesOf(counted) <= MOST_CHOICES);
  const totals = keeping<number>(caches, MOST_TOTALS);
  return {
    layersOf: (call, { text, filters }, isBelowOnly, count) => layers(call, [isBelowOnly, text, filters], count),
    totalOf: (call, { text, filters }, count) => totals(call, [text, filters], count),
  };
}

/** Keeps what was counted in a store view, by what it was counted of. */
function keeping<V>(
  caches: SharedCaches,
  capacity: number,
  isSmall: (counted: V) => boolean = () => true,
): (call: Call, asked: readonly unknown[], count: () => Promise<V>) => Promise<V> {
  const results = new RecentMap<{ readonly version: string; readonly counted: V }>(capacity);
  return async (call, asked, count) => {
    const { storeId, websiteId, currency } = call.scope;
    const key = JSON.stringify([storeId, websiteId, currency, ...asked]);
    if (call.inTransaction || key.length > MOST_CHARACTERS) return await count();
    const period = Math.floor(call.clock.now().getTime() / PERIOD);
    // Read before it is counted: what changes meanwhile makes it that of an earlier version.
    const version = `${await contentVersion(call.db)} ${caches.generation} ${period}`;
    const kept = results.get(key);
    if (kept?.version === version) return kept.counted;
    const counted = await count();
    if (isSmall(counted)) results.set(key, { version, counted });
    return counted;
  };
}
