declare const parsed: unique symbol;

/** The text of a JSON value of type `T`, as the type of a column: writers and readers of the column agree on `T`. */
export type JsonText<T> = string & { readonly [parsed]: T };

/** The text of a value. */
export function jsonText<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>;
}

/** The value of a text. */
export function parseJson<T>(text: JsonText<T>): T {
  return JSON.parse(text) as T;
}
