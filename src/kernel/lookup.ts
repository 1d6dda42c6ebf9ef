/** The value of a key that a map has for certain. Throws an error that names the key where it does not. */
export function valueAt<K, V>(map: { get(key: K): V | undefined }, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing is known of "${String(key)}"`);
  return value;
}
