import { filterValue, type FieldsFilter } from './fields-filter.ts';
import { CachedList } from './cached-list.ts';
import { isRecord } from './fields.ts';
import { memoizeByType, servedFields, type Target } from './served-fields.ts';
import { slicesOf } from './turns.ts';
import { bare, isOnlyFilled, isOptional, type ArrayType, type CustomAttribute, type Type } from './types.ts';

/**
 * Converts a handler's result into plain JSON of the declared type, by closures made once for each type. Fields outside the
 * type are dropped. An optional field without a value is left out, a required one is null; an empty object is `[]`.
 */

/** Encodes a value; `filter` selects its fields (`?fields=`). */
export type Encoder = (value: unknown, filter?: FieldsFilter) => unknown;

/** Compiles the encoder of a type in a composition, including the fields that modules add. */
export function compileEncoder(type: Type, target?: Target): Encoder {
  const encode = encoderOf(type, target);
  // No value is encoded as an empty list, for every type.
  return (value, filter) => (value === null || value === undefined ? [] : encode(value, filter));
}

function encoderOf(type: Type, target: Target | undefined): Encoder {
  const shape = bare(type);
  switch (shape.kind) {
    case 'object':
      return encodeObject(shape, target);
    case 'array':
      return listEncoder(shape, target);
    case 'customAttributes':
      return encodeCustomAttributes;
    case 'string':
      return (value) => (typeof value === 'string' ? value : String(value));
    case 'integer':
      return 'asText' in shape ? String : 'asFlag' in shape ? Boolean : toNumber;
    case 'number':
      return toNumber;
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : value === 'true' || Boolean(Number(value)));
    case 'void':
      return () => [];
    case 'mixed':
      return filterValue;
  }
}

function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number(value);
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  /** Left out when it is empty. */
  readonly onlyFilled: boolean;
  readonly encode: Encoder;
}

const encodeObject = memoizeByType((type, target): Encoder => {
  let fields: readonly Field[] | undefined;
  // oxlint-disable-next-line complexity -- runs for each object of a response, where further calls cost time
  return (value, filter) => {
    fields ??= servedFields(type, target).map(([name, field]) => compileField(name, field, target));
    const record = value as Record<string, unknown>;
    const result: Record<string, unknown> = {};
    let isEmpty = true;
    for (const { name, required, onlyFilled, encode } of fields) {
      const sub = filter?.get(name);
      if (filter && !sub) continue;
      const fieldValue = record[name];
      if (fieldValue === null || fieldValue === undefined) {
        if (!required) continue;
        result[name] = null;
      } else {
        const encoded = encode(fieldValue, sub === true ? undefined : sub);
        if (onlyFilled && hasNothing(encoded) && (sub === undefined || sub === true || hasNothing(encode(fieldValue))))
          continue;
        result[name] = encoded;
      }
      isEmpty = false;
    }
    return isEmpty ? [] : result;
  };
});

function compileField(name: string, type: Type, target: Target | undefined): Field {
  return {
    name,
    required: !isOptional(type),
    onlyFilled: isOnlyFilled(type),
    encode: encoderOf(type, target),
  };
}

function hasNothing(encoded: unknown): boolean {
  return encoded === null || (Array.isArray(encoded) && encoded.length === 0);
}

/** Names in a filter that select parts of an attribute; any other name selects the attribute with that code. */
const shownParts: ReadonlySet<string> = new Set(['attribute_code', 'value']);

const encodeCustomAttributes: Encoder = (value, filter) => {
  const attributes = value as readonly CustomAttribute[];
  if (attributes.length === 0) return filter ? null : [];
  const names = filter ? [...filter.keys()] : [];
  const isSelected = names.some((name) => !shownParts.has(name));
  const partFilter = names.some((name) => shownParts.has(name)) ? filter : undefined;
  return attributes
    .filter(({ attribute_code: code }) => !isSelected || filter?.has(code))
    .map(({ attribute_code, value: fieldValue }) =>
      filterValue({ attribute_code, value: fieldValue ?? null }, partFilter),
    );
};

function listEncoder(type: ArrayType, target: Target | undefined): Encoder {
  const encode = encoderOf(type.items, target);
  return (value, filter) => {
    const item = (element: unknown): unknown =>
      element === null || element === undefined ? null : encode(element, filter);
    if (value instanceof StreamedList) return value.map(item, filter ? null : []);
    if (value instanceof CachedList) return value.encoded(item);
    const elements = value as readonly unknown[];
    // A filtered empty list is null, as in the interface.
    return filter && elements.length === 0 ? null : elements.map(item);
  };
}

/** Elements of a list that are encoded and written in one piece. */
const elementsAtOnce = 500;

/**
 * Turns a very long list, as the value itself or as one of its fields, into chunks, so that writing it yields to other
 * requests; returns other values unchanged.
 */
export function inChunks(value: unknown): unknown {
  if (isLong(value)) return new StreamedList(slicesOf(value, elementsAtOnce));
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.values(value).some(isLong)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isLong(inner) ? inChunks(inner) : inner]),
  );
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 2 * elementsAtOnce;
}

/** A list in chunks, so that responses of any length need little memory. */
export class StreamedList<T = unknown> {
  readonly chunks: AsyncIterable<readonly T[]>;
  /** The encoding of a list without elements. */
  readonly empty: readonly [] | null;

  constructor(chunks: AsyncIterable<readonly T[]>, empty: readonly [] | null = []) {
    this.chunks = chunks;
    this.empty = empty;
  }

  map(change: (element: T) => unknown, empty: readonly [] | null): StreamedList {
    const { chunks } = this;
    async function* changed(): AsyncGenerator<readonly unknown[]> {
      for await (const chunk of chunks) yield chunk.map(change);
    }
    return new StreamedList(changed(), empty);
  }

  /** All elements as one list, for formats without streaming. */
  async collect(): Promise<readonly T[] | null> {
    const all: T[] = [];
    for await (const chunk of this.chunks) all.push(...chunk);
    return all.length > 0 ? all : this.empty;
  }
}

/** Lets a handler return chunks where its type declares a list; each chunk is written to the client as it arrives. */
export function streamed<T>(chunks: AsyncIterable<readonly T[]>): T[] {
  return new StreamedList(chunks) as unknown as T[];
}

/** An encoded response with a list in chunks: the list itself, or an object with such fields. */
export type StreamedResponse = StreamedList | Readonly<Record<string, unknown>>;

/** Whether an encoded response contains a list in chunks: as the response itself or as one of its fields. */
export function hasStream(encoded: unknown): encoded is StreamedResponse {
  if (encoded instanceof StreamedList) return true;
  if (!isRecord(encoded)) return false;
  for (const name in encoded) {
    if (encoded[name] instanceof StreamedList) return true;
  }
  return false;
}

/** The same response with its streams read to the end. */
export async function collectStreams(encoded: StreamedResponse): Promise<unknown> {
  if (encoded instanceof StreamedList) return encoded.collect();
  const fields = await Promise.all(
    Object.entries(encoded).map(async ([name, value]): Promise<[string, unknown]> => [
      name,
      value instanceof StreamedList ? await value.collect() : value,
    ]),
  );
  return Object.fromEntries(fields);
}
