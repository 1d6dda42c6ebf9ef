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
  return perCall((call) => newDataLoader(call, (keys: readonly K[]) => load(keys, call)));
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
    return newDataLoader(call, loadDistinct, { cache: false });
  });
}

/** A `DataLoader` that dispatches its batches when the call says so. */
export function newDataLoader<K, V>(
  call: Call,
  load: DataLoader.BatchLoadFn<K, V>,
  options: { readonly cache?: boolean } = {},
): DataLoader<K, V> {
  const { batchSchedule } = call;
  return new DataLoader<K, V>(load, { ...options, ...(batchSchedule && { batchScheduleFn: batchSchedule }) });
}

function perCall<K, V>(make: (call: Call) => DataLoader<K, V>): Loader<K, V> {
  const memoKey = {};
  return (call, key) => call.memo(memoKey, () => make(call)).load(key);
}
