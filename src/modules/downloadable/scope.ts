/** Values by store or website id; 0 for all. */
export type ValuesByScope<T> = Readonly<Record<number, T>>;

/** The value of a scope; without one, that of all scopes. */
export function valueIn<T>(values: ValuesByScope<T>, id: number): T | undefined {
  return values[id] ?? values[0];
}

/** Values with that of a scope set, unless the scope has that value anyway. */
export function withValue<T>(values: ValuesByScope<T>, id: number, value: T): ValuesByScope<T> {
  return valueIn(values, id) === value ? values : { ...values, [id]: value };
}

/** Values without that of a scope, which then has the value of all scopes. */
function withoutValue<T>(values: ValuesByScope<T>, id: number): ValuesByScope<T> {
  const { [id]: _, ...rest } = values;
  return rest;
}

/**
 * The titles of a link or a sample after a save in a store view; undefined where none is left. A store view without a title shows
 * that of all store views, which is therefore required.
 */
export function titlesAfter(
  before: ValuesByScope<string> | undefined,
  input: string | null | undefined,
  storeId: number,
): ValuesByScope<string> | undefined {
  const title = input?.trim() ?? '';
  if (title !== '') return withValue(before ?? {}, storeId, title);
  if (!before || (storeId === 0 && input !== undefined)) return undefined;
  return input === undefined ? before : withoutValue(before, storeId);
}
