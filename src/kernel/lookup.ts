/** The value of a key that a map has for certain. Throws an error that names the key where it does not. */
export function valueAt<K, V>(map: { get(key: K): V | undefined }, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing is known of "${String(key)}"`);
  return value;
}

/** The element of a list at a position that the list has for certain; negative positions count from the end. Throws beyond its ends. */
export function elementAt<T>(list: readonly T[], position: number): T {
  const index = position < 0 ? list.length + position : position;
  if (index < 0 || index >= list.length) throw new Error(`a list of ${list.length} elements has none at ${position}`);
  return list[index] as T;
}

/** Neighbours of a list as pairs: the first and second element, the third and fourth, and so on. Throws for an odd number. */
export function pairsOf<T>(list: readonly T[]): (readonly [T, T])[] {
  const pairs: (readonly [T, T])[] = [];
  for (let at = 0; at < list.length; at += 2) pairs.push([elementAt(list, at), elementAt(list, at + 1)]);
  return pairs;
}

/** The keys of a record that has only those of its type, such as a literal. */
export function keysOf<T extends object>(record: T): (keyof T & string)[] {
  return Object.keys(record) as (keyof T & string)[];
}

/** Whether a text is one of some literals, such as the keys or values of a table. */
export function isOneOf<T extends string>(literals: readonly T[], text: unknown): text is T {
  const texts: readonly unknown[] = literals;
  return texts.includes(text);
}

/** The texts before and after the first separator in a text; the second is undefined where the separator is missing. */
export function cut(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
