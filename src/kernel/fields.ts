/** Records by their fields: which of them always have a value, and copies with a part of them. */

/** A record in which the named fields always have a value. */
export type Always<T, K extends keyof T> = Omit<T, K> & { [N in K]-?: NonNullable<T[N]> };

/** Whether the members of a value can be read by their names: an object or a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A record of which any field may be missing or undefined, which mean the same. */
export type OrUndefined<T> = { [K in keyof T]?: T[K] | undefined };

/** A record without its undefined fields, for readers that distinguish missing fields from undefined ones. */
export function defined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

/** A record with the fields of all parts; a later part replaces fields of an earlier one. */
export function mergeFields<T extends object>(parts: Iterable<T | null | undefined>): Partial<T> {
  const merged: Partial<T> = {};
  for (const part of parts) Object.assign(merged, part);
  return merged;
}

/** The changes that an input makes of a record; a field that the record always has is not emptied. */
export function changesOf<T extends object, K extends keyof T>(input: T, always: readonly K[]): Partial<Always<T, K>> {
  const emptied = always.filter((name) => input[name] === null || input[name] === undefined);
  return without(input, emptied) as Partial<Always<T, K>>;
}

/** A record without the named fields. A copy of the others, since deletions from a copy make it a slow object in V8. */
export function without<T extends object, K extends keyof T>(record: T, names: readonly K[]): Omit<T, K> {
  const rest: Partial<T> = {};
  const omitted = new Set<keyof T>(names);
  for (const name in record) if (!omitted.has(name)) rest[name] = record[name];
  return rest as Omit<T, K>;
}

/**
 * Says of each field of `From` whether a record of type `To` takes it over as it is. A field that is missing here is a type error, as is
 * one that is taken over and has no place in `To`.
 */
export type FieldChoice<From, To> = { readonly [K in keyof From]-?: K extends keyof To ? boolean : false };

/** The names of the fields that a choice takes over. */
type ChosenName<Choice> = { [K in keyof Choice]: Choice[K] extends true ? K : never }[keyof Choice];

/** The fields of a record that a choice takes over. */
export function chosenFields<From extends object, Choice extends FieldChoice<From, From>>(
  record: From,
  choice: Choice,
): Pick<From, keyof From & ChosenName<Choice>> {
  const chosen: Partial<From> = {};
  for (const name in record) if (choice[name]) chosen[name] = record[name];
  return chosen as Pick<From, keyof From & ChosenName<Choice>>;
}
