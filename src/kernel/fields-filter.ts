/** The fields of an object that `?fields=` selects, by name, each whole (`true`) or filtered in turn. */
export type FieldsFilter = ReadonlyMap<string, FieldsFilter | true>;

/**
 * The requested fields of a response; undefined: all. Reading handlers get it to avoid loading other fields. Values of other
 * fields are left out of the response.
 */
export type WantedFields = FieldsFilter | undefined;

/** Requests no field. */
export const noFields: FieldsFilter = new Map();

/** Whether a field, or a part of it, is requested. */
export function isWanted(fields: WantedFields, field: string): boolean {
  return fields === undefined || fields.has(field);
}

/** Whether one of these fields is requested; without a list (undefined), whether any field is. */
export function isAnyWanted(selection: WantedFields, fields: readonly string[] | undefined): boolean {
  return fields ? fields.some((name) => isWanted(selection, name)) : selection === undefined || selection.size > 0;
}

/** The requested fields of the object in a field, or of each object in its list. */
export function wantedIn(fields: WantedFields, field: string): WantedFields {
  if (fields === undefined) return undefined;
  const inner = fields.get(field) ?? noFields;
  return inner === true ? undefined : inner;
}

/** Maximum nesting of brackets. */
const MAX_DEPTH = 64;

/**
 * Parses `items[sku,name],total_count`. Undefined: no filter. `'malformed'`: forbidden characters or unbalanced brackets,
 * to which the interface responds with an empty list.
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

/** The text of a filter, unique per filter: `sku,extension_attributes[stock_item]`. */
export function fieldsText(filter: FieldsFilter): string {
  return [...filter].map(([name, inner]) => (inner === true ? name : `${name}[${fieldsText(inner)}]`)).join();
}

/** Applies a filter to a value without a declared type. */
export function filterValue(value: unknown, filter: FieldsFilter | undefined): unknown {
  if (!filter || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((element) => filterValue(element, filter));
  const selected = Object.entries(value).flatMap(([key, inner]) => {
    const sub = filter.get(key);
    return sub ? [[key, filterValue(inner, sub === true ? undefined : sub)]] : [];
  });
  return selected.length === 0 ? [] : Object.fromEntries(selected);
}
