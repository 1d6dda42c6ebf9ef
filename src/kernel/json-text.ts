declare const content: unique symbol;

/** A JSON text of a value of type `T`, such as the type of a column. Every string is assignable: its writer knows the value. */
export type JsonText<T> = string & { readonly [content]?: T };

/** The value of a JSON text that the platform itself has written. Throws for a text that is no JSON. */
export function parseJson<T>(text: JsonText<T>): T {
  return JSON.parse(text) as T;
}

/** The text of a value. */
export function jsonTextOf<T>(value: T): JsonText<T> {
  return JSON.stringify(value);
}
