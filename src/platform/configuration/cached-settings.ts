import type { Call } from '../../kernel/call.ts';

/**
 * Makes a reader of settings that are put together of several: for each store view (and the website that it is of) once in each state of the
 * configuration. `read` may look at settings of the call's store view and at nothing else.
 */
export function cachedSettings<T>(read: (call: Call) => T): (call: Call) => T {
  const known = new WeakMap<object, Map<string, T>>();
  return (call) => {
    const { configuration } = call.services;
    const { storeId } = call.scope;
    let ofState = known.get(configuration.cache.current);
    if (!ofState) known.set(configuration.cache.current, (ofState = new Map()));
    const key = `${storeId}:${configuration.scopes().websiteOf(storeId)}`;
    let settings = ofState.get(key);
    if (settings === undefined) ofState.set(key, (settings = read(call)));
    return settings;
  };
}
