import DataLoader from 'dataloader';
import type { Call } from './call.ts';

/** Loads one value by its key, batched with all requests of the same moment and call. */
type Loader<K, V> = (call: Call, key: K) => Promise<V>;

/**
 * Makes a loader. `load` gets the distinct keys of a batch, and returns a value or an error for each, in the same order.
 * Results are cached for the call; a mutation is followed by a new call, which loads again.
 */
export function loader<K, V>(load: (keys: readonly K[], call: Call) => Promise<readonly (V | Error)[]>): Loader<K, V> {
  const memoKey = {};
  return (call, key) =>
    call.memo(memoKey, () => new DataLoader<K, V>((keys: readonly K[]) => load(keys, call))).load(key);
}
