/** How the entries of a list are matched with the records that it replaces. */
interface MatchRules<Input, Stored> {
  /** The id that an entry has, if any. */
  givenId(input: Input): number | string | null | undefined;
  storedId(stored: Stored): number;
  /** Whether an entry without an id is a record, by rule; an earlier rule counts before a later one. */
  readonly same: readonly ((input: Input, stored: Stored) => boolean)[];
}

/**
 * The record of each entry of a list that replaces records: the one with its id, or, without an id, the first one that is the same by
 * a rule. Undefined: there is none. So a list without ids that is sent twice keeps the ids that carts refer to. No record has two
 * entries.
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
