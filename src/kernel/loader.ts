import DataLoader from 'dataloader';
import type { Call } from './call.ts';
import { elementAt } from './lists.ts';
import { valueAt } from './lookup.ts';

/** Loads one value by its key, batched with all requests of the same moment and call. */
type Loader<K, V> = (call: Call, key: K) => Promise<V>;

/**
 * Makes a loader. `load` gets the distinct keys of a batch, and returns a value or an error for each, in the same order.
 * Results are cached for the call; a mutation is followed by a new call, which loads again.
 */
export function loader<K, V>(load: (keys: readonly K[], call: Call) => Promise<readonly (V | Error)[]>): Loader<K, V> {
  return perCall((call) => new DataLoader<K, V>((keys: readonly K[]) => load(keys, call)));
}

/** As `loader`, without a cache: for values that the call itself may change. */
export function batcher<K, V>(load: Parameters<typeof loader<K, V>>[0]): Loader<K, V> {
  return perCall((call) => {
    const loadDistinct = async (keys: readonly K[]): Promise<(V | Error)[]> => {
      const distinct = [...new Set(keys)];
      const positions = new Map(distinct.map((key, position) => [key, position]));
      const values = await load(distinct, call);
      return keys.map((key) => elementAt(values, valueAt(positions, key)));
    };
    return new DataLoader<K, V>(loadDistinct, { cache: false });
  });
}

function perCall<K, V>(make: (call: Call) => DataLoader<K, V>): Loader<K, V> {
  const memoKey = {};
  return (call, key) => call.memo(memoKey, () => make(call)).load(key);
}
