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
export function withoutValue<T>(values: ValuesByScope<T>, id: number): ValuesByScope<T> {
  const { [id]: _, ...rest } = values;
  return rest;
}
