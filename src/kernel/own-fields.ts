/**
 * Fields of objects whose types list all of them, such as tables of constants. `Object.keys` and `Object.entries` give their names the
 * type `string`.
 */

/** The names of the fields. */
export function keysOf<T extends object>(value: T): (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[];
}

/** The fields with their values. */
export function entriesOf<T extends object>(value: T): [keyof T & string, T[keyof T & string]][] {
  return Object.entries(value) as [keyof T & string, T[keyof T & string]][];
}

/** A record with these names, each with the value that `valueOf` returns for it. */
export function recordOf<N extends string, V>(names: readonly N[], valueOf: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, V>;
}

/** The named fields of an object; also of one that computes its fields, such as the parameters of a query. */
export function pick<T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> {
  const picked: Partial<Pick<T, K>> = {};
  for (const name of names) picked[name] = value[name];
  return picked as Pick<T, K>;
}
