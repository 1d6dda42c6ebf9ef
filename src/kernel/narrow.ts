/** Functions whose types say what they have found out of values. */

/** A test of whether a text is one of several literals. */
export function isOneOf<const T extends string>(literals: readonly T[]): (text: string) => text is T {
  const known = new Set<string>(literals);
  return (text): text is T => known.has(text);
}

/** The items of each key, in order: at least one. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Whether a text is one of some literals, such as the keys or values of a table. */
export function isAmong<T extends string>(literals: readonly T[], text: unknown): text is T {
  const texts: readonly unknown[] = literals;
  return texts.includes(text);
}
