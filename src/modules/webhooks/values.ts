/** Whether a value is an object with fields, and no list. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. */
export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** An object; empty for any other value. */
export function objectOf(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {};
}

/** The objects of a list; none for any other value. */
export function objectsOf(value: unknown): Record<string, unknown>[] {
  return isList(value) ? value.map(objectOf) : [];
}
