/** A record with the fields of all parts; a later part replaces fields of an earlier one. */
export function mergeFields<T extends object>(parts: Iterable<T | null | undefined>): Partial<T> {
  const merged: Partial<T> = {};
  for (const part of parts) Object.assign(merged, part);
  return merged;
}
