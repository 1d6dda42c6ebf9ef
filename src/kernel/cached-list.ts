import { isRecord } from './fields.ts';

/**
 * Lists whose elements are encoded once for many responses. A handler returns a `CachedList` where its type declares a list; the
 * encoder turns it into an `EncodedList`, which is written unchanged. Calls of the platform itself get plain values, since
 * these are not written.
 */

/** An element of a list: already encoded (`json`), or a value that is encoded now and then cached. */
export type CachedElement =
  { readonly json: string } | { readonly value: unknown; readonly cache: (json: string) => void };

/** A list with at least one element, returned by a handler. */
export class CachedList {
  readonly #elements: readonly CachedElement[];

  constructor(elements: readonly CachedElement[]) {
    this.#elements = elements;
  }

  /** The same list with all elements encoded. */
  encoded(encode: (value: unknown) => unknown): EncodedList {
    return new EncodedList(
      this.#elements.map((element) => {
        if ('json' in element) return element.json;
        const json = JSON.stringify(encode(element.value));
        element.cache(json);
        return json;
      }),
    );
  }
}

/** Encoded elements, each as JSON text. */
class EncodedList {
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** The list as JSON text. */
  text(): string {
    return `[${this.#texts.join()}]`;
  }

  /** The list as JSON values, for other formats. */
  toJSON(): unknown[] {
    return this.#texts.map((text): unknown => JSON.parse(text));
  }
}

/** Lets a handler return a list of cached elements where its type declares a list. */
export function encodedOnce<T>(elements: readonly CachedElement[]): T[] {
  return new CachedList(elements) as unknown as T[];
}

/** Whether a field of an encoded response is a list of encoded elements. */
function hasEncodedList(encoded: unknown): encoded is Readonly<Record<string, unknown>> {
  if (!isRecord(encoded)) return false;
  for (const name in encoded) {
    if (encoded[name] instanceof EncodedList) return true;
  }
  return false;
}

/** The JSON text of an encoded response. */
export function jsonText(encoded: unknown): string {
  if (!hasEncodedList(encoded)) return JSON.stringify(encoded ?? null);
  const fields: string[] = [];
  for (const [name, value] of Object.entries(encoded)) {
    if (value === undefined) continue;
    fields.push(`${JSON.stringify(name)}:${value instanceof EncodedList ? value.text() : JSON.stringify(value)}`);
  }
  return `{${fields.join()}}`;
}

/** The same response with its encoded lists as JSON values, for another format. */
export function withoutEncodedLists(encoded: unknown): unknown {
  if (!hasEncodedList(encoded)) return encoded;
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [name, value instanceof EncodedList ? value.toJSON() : value]),
  );
}
