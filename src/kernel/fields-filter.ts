/** What a `?fields=` filter keeps of an object: fields by name, each whole (`true`) or filtered in turn. */
export type FieldsFilter = ReadonlyMap<string, FieldsFilter | true>;

/**
 * Which fields of an answer somebody wants; undefined: all of them. Handlers that read get it, so that what nobody wants is not
 * loaded. What they give of other fields is not shown.
 */
export type WantedFields = FieldsFilter | undefined;

/** What wants nothing. */
export const noFields: FieldsFilter = new Map();

/** Whether a field is wanted, or anything in it. */
export function isWanted(wanted: WantedFields, field: string): boolean {
  return wanted === undefined || wanted.has(field);
}

/** Whether one of these fields is wanted; where nobody says which (undefined), whether anything is. */
export function isAnyWanted(wanted: WantedFields, fields: readonly string[] | undefined): boolean {
  return fields ? fields.some((name) => isWanted(wanted, name)) : wanted === undefined || wanted.size > 0;
}

/** What is wanted of the object that a field holds, or of each one where it holds a list. */
export function wantedIn(wanted: WantedFields, field: string): WantedFields {
  if (wanted === undefined) return undefined;
  const inner = wanted.get(field) ?? noFields;
  return inner === true ? undefined : inner;
}

/** Deepest nesting of brackets that is followed. */
const MAX_DEPTH = 64;

/**
 * Parses `items[sku,name],total_count`. Undefined: no filter. `'malformed'`: forbidden characters or unbalanced brackets,
 * which the interface answers with an empty list.
 */
export function parseFields(text: unknown): FieldsFilter | 'malformed' | undefined {
  if (typeof text !== 'string' || text === '' || text === '0') return undefined;
  if (/[^A-Za-z0-9_[\],]/.test(text)) return 'malformed';
  let current = new Map<string, FieldsFilter | true>();
  const outer: { fields: typeof current; name: string }[] = [];
  let name = '';
  for (const [token] of text.matchAll(/[A-Za-z0-9_]+|[[\],]/g)) {
    if (token === '[') {
      if (outer.length === MAX_DEPTH) return 'malformed';
      outer.push({ fields: current, name });
      current = new Map();
    } else if (token === ']') {
      const parent = outer.pop();
      if (!parent) return 'malformed';
      parent.fields.set(parent.name, current);
      current = parent.fields;
    } else if (token !== ',') {
      name = token;
      current.set(name, true);
    }
  }
  return outer.length > 0 ? 'malformed' : current;
}

/** A filter as a text that tells it from others: `sku,extension_attributes[stock_item]`. */
export function fieldsText(filter: FieldsFilter): string {
  return [...filter].map(([name, inner]) => (inner === true ? name : `${name}[${fieldsText(inner)}]`)).join();
}

/** Applies a filter to a value without a declared type. */
export function filterValue(value: unknown, filter: FieldsFilter | undefined): unknown {
  if (!filter || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((element) => filterValue(element, filter));
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    const sub = filter.get(key);
    return sub ? [[key, filterValue(inner, sub === true ? undefined : sub)]] : [];
  });
  return kept.length === 0 ? [] : Object.fromEntries(kept);
}
