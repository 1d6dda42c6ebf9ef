/** Rules that match the entries of a list with the records that the list replaces. */
interface MatchRules<Input, Stored> {
  /** The id of an entry, if any. */
  givenId(input: Input): number | string | null | undefined;
  storedId(stored: Stored): number;
  /** Whether an entry without an id matches a record; earlier rules take precedence. */
  readonly same: readonly ((input: Input, stored: Stored) => boolean)[];
}

/**
 * The record of each entry of a list that replaces records: by id, or, without an id, the first match of a rule; undefined if
 * there is none. So a list without ids that is saved twice keeps the ids that carts refer to. Each record has at most one
 * entry.
 */
export function matchRecords<Input, Stored>(
  inputs: readonly Input[],
  records: readonly Stored[],
  { givenId, storedId, same }: MatchRules<Input, Stored>,
): (Stored | undefined)[] {
  const left = new Map(records.map((record) => [String(storedId(record)), record]));
  const take = (id: string): Stored | undefined => {
    const found = left.get(id);
    left.delete(id);
    return found;
  };
  const matched = inputs.map((input) => (givenId(input) ? take(String(givenId(input))) : undefined));
  for (const isSame of same) {
    for (const [i, input] of inputs.entries()) {
      if (matched[i] !== undefined || givenId(input)) continue;
      const found = [...left].find(([, record]) => isSame(input, record));
      if (found) matched[i] = take(found[0]);
    }
  }
  return matched;
}
