import DataLoader from 'dataloader';
import type { Call } from './call.ts';

/** Loads one value by its key, together with all others that are asked for at the same moment of the same call. */
type Loader<K, V> = (call: Call, key: K) => Promise<V>;

/**
 * Makes a loader. `load` gets all keys of a moment, each once, and gives a value or an error for each, in the same order. What it
 * gave stays with the call; a mutation is followed by a new call, which loads anew.
 */
export function loader<K, V>(load: (keys: readonly K[], call: Call) => Promise<readonly (V | Error)[]>): Loader<K, V> {
  const memoKey = {};
  return (call, key) =>
    call.memo(memoKey, () => new DataLoader<K, V>((keys: readonly K[]) => load(keys, call))).load(key);
}
