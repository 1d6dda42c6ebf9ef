/** The first entry of a list that has one by construction, such as the result of a query for one row. */
export function firstOf<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('a list has no entries');
  return first;
}

/** The entries of two lists of the same length, in pairs. Throws when the second list is shorter. */
export function zip<A, B>(left: readonly A[], right: readonly B[]): [A, B][] {
  const others = right.values();
  return left.map((one) => {
    const other = others.next();
    if (other.done) throw new Error(`${left.length} entries are paired with ${right.length}`);
    return [one, other.value];
  });
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
