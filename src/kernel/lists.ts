/** The first entry of a list that has one by construction, such as the result of a query for one row. */
export function firstOf<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('a list has no entries');
  return first;
}

/** The last entry of a list that has one by construction. */
export function lastOf<T>(list: readonly T[]): T {
  const last = list.at(-1);
  if (last === undefined) throw new Error('a list has no entries');
  return last;
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

/** The entry at an index that is within the list by construction. */
export function entryAt<T>(list: readonly T[], index: number): T {
  const entry = list[index];
  if (entry === undefined) throw new Error(`a list of ${list.length} entries has none at ${index}`);
  return entry;
}
