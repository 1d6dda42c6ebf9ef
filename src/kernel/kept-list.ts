/**
 * Lists whose elements are encoded once for many answers. A handler returns a `KeptList` where its type says a list; the encoder makes
 * an `EncodedList` of it, which is written as it is. Calls that the platform makes itself get values: they are not written.
 */

/** An element of a list: encoded before (`json`), or a value that is encoded now and then kept. */
export type KeptElement =
  { readonly json: string } | { readonly value: unknown; readonly keep: (json: string) => void };

/** A list with at least one element, as a handler returns it. */
export class KeptList {
  readonly #elements: readonly KeptElement[];

  constructor(elements: readonly KeptElement[]) {
    this.#elements = elements;
  }

  /** The same list with all elements encoded. */
  encoded(encode: (value: unknown) => unknown): EncodedList {
    return new EncodedList(
      this.#elements.map((element) => {
        if ('json' in element) return element.json;
        const json = JSON.stringify(encode(element.value));
        element.keep(json);
        return json;
      }),
    );
  }
}

/** Encoded elements, each as its text of JSON. */
class EncodedList {
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** The list as a text of JSON. */
  text(): string {
    return `[${this.#texts.join()}]`;
  }

  /** The list as JSON, for those who write something else. */
  toJSON(): unknown[] {
    return this.#texts.map((text) => JSON.parse(text) as unknown);
  }
}

/** Lets a handler return a list that is encoded once where its type says a list. */
export function encodedOnce<T>(elements: readonly KeptElement[]): T[] {
  return new KeptList(elements) as unknown as T[];
}

/** Whether one of the fields of an encoded answer is a list of encoded elements. */
function hasEncodedList(encoded: unknown): encoded is Readonly<Record<string, unknown>> {
  if (typeof encoded !== 'object' || encoded === null) return false;
  for (const name in encoded) {
    if ((encoded as Record<string, unknown>)[name] instanceof EncodedList) return true;
  }
  return false;
}

/** The text of JSON of an encoded answer. */
export function jsonText(encoded: unknown): string {
  if (!hasEncodedList(encoded)) return JSON.stringify(encoded ?? null);
  const fields: string[] = [];
  for (const [name, value] of Object.entries(encoded)) {
    if (value === undefined) continue;
    fields.push(`${JSON.stringify(name)}:${value instanceof EncodedList ? value.text() : JSON.stringify(value)}`);
  }
  return `{${fields.join()}}`;
}

/** The same answer with its encoded lists as JSON, for another format. */
export function withoutEncodedLists(encoded: unknown): unknown {
  if (!hasEncodedList(encoded)) return encoded;
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [name, value instanceof EncodedList ? value.toJSON() : value]),
  );
}
