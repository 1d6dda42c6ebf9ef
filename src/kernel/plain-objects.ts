/** Reads of values of unknown type, such as parsed JSON. */

/** Whether a value is an object with fields, and no list. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. */
export function isAnyList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** An object; empty for any other value. */
export function objectOf(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {};
}

/** The entries of a list as objects, empty for other entries; none for any other value. */
export function objectsOf(value: unknown): Record<string, unknown>[] {
  return isAnyList(value) ? value.map(objectOf) : [];
}
